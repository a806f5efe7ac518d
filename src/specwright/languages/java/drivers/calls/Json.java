package specwright.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON that the supervisor wrote; numbers stay as they were written. */
final class Json {
    /** A number's text. */
    record Number(String text) {}

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        return new Json(text).value();
    }

    private char peek() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private Object value() {
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                at += 4;
                return Boolean.TRUE;
            case 'f':
                at += 5;
                return Boolean.FALSE;
            case 'n':
                at += 4;
                return null;
            default:
                return number();
        }
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return new Number(text.substring(start, at));
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        while (peek() != '}') {
            String key = string();
            peek();
            at++;
            fields.put(key, value());
            if (peek() == ',') {
                at++;
                peek();
            }
        }
        at++;
        return fields;
    }

    private List<Object> list() {
        List<Object> items = new ArrayList<>();
        at++;
        while (peek() != ']') {
            items.add(value());
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return items;
    }

    private String string() {
        StringBuilder built = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char symbol = text.charAt(at++);
            built.append(symbol == '\\' ? escape() : symbol);
        }
        at++;
        return built.toString();
    }

    private char escape() {
        char symbol = text.charAt(at++);
        switch (symbol) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return symbol;
        }
    }

    /** The text as a JSON string; a lone surrogate is no text. */
    static String quote(String text) {
        StringBuilder built = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char symbol = text.charAt(i);
            if (symbol == '"' || symbol == '\\') {
                built.append('\\').append(symbol);
            } else if (symbol < ' ' || symbol == 127) {
                built.append(String.format("\\u%04x", (int) symbol));
            } else {
                built.append(symbol);
            }
        }
        return built.append('"').toString();
    }

    static boolean isUnicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            } else if (Character.isLowSurrogate(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
