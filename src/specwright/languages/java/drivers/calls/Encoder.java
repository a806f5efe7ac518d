package specwright.driver;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Tells a value as tagged data. */
final class Encoder {
    private static final int MAX_DEPTH = 180;
    private static final int MAX_VALUE = 16 * 1024 * 1024;
    private static final BigInteger SAFE = BigInteger.ONE.shiftLeft(53);

    private final StringBuilder out = new StringBuilder();
    private final IdentityHashMap<Object, Integer> open = new IdentityHashMap<>();
    private boolean full;

    static String encode(Object value) {
        Encoder encoder = new Encoder();
        encoder.value(value);
        return encoder.full ? "{\"$cut\":\"too large\"}" : encoder.out.toString();
    }

    private void raw(String text) {
        full |= out.length() + text.length() > MAX_VALUE;
        if (!full) {
            out.append(text);
        }
    }

    private void value(Object value) {
        if (full) {
            return;
        }
        if (value == null) {
            raw("null");
        } else if (value instanceof Boolean) {
            raw(value.toString());
        } else if (value instanceof Double || value instanceof Float) {
            real(((Number) value).doubleValue(), value.toString());
        } else if (isTheirs(value) && (value instanceof Number || value instanceof CharSequence)) {
            object(value);
        } else if (value instanceof BigDecimal decimal) {
            real(decimal.doubleValue(), Double.toString(decimal.doubleValue()));
        } else if (value instanceof BigInteger whole) {
            integer(whole);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            integer(BigInteger.valueOf(((Number) value).longValue()));
        } else if (value instanceof CharSequence || value instanceof Character) {
            text(value.toString());
        } else if (value instanceof Enum<?> constant) {
            text(constant.name());
        } else {
            container(value);
        }
    }

    private void real(double value, String text) {
        if (Double.isNaN(value)) {
            raw("{\"$float\":\"nan\"}");
        } else if (Double.isInfinite(value)) {
            raw(value > 0 ? "{\"$float\":\"inf\"}" : "{\"$float\":\"-inf\"}");
        } else if (value == 0 && 1 / value < 0) {
            raw("{\"$float\":\"-0.0\"}");
        } else {
            raw(text);
        }
    }

    private void integer(BigInteger value) {
        if (value.abs().compareTo(SAFE) < 0) {
            raw(value.toString());
        } else {
            raw("{\"$int\":\"" + (value.signum() < 0 ? "-" : "") + "0x" + value.abs().toString(16) + "\"}");
        }
    }

    private void text(String text) {
        if (text.length() > MAX_VALUE) {
            full = true;
        } else {
            raw(Json.isUnicode(text) ? Json.quote(text) : "{\"$cut\":\"a string that is not Unicode\"}");
        }
    }

    private void container(Object value) {
        Integer at = open.get(value);
        if (at != null || open.size() >= MAX_DEPTH) {
            raw(at == null ? "{\"$cut\":\"nested too deep\"}" : "{\"$cycle\":" + (open.size() - at) + "}");
            return;
        }
        open.put(value, open.size());
        inside(value);
        open.remove(value);
    }

    private void inside(Object value) {
        if (value.getClass().isArray()) {
            array(value);
        } else if (isTheirs(value) && !isSteady(value)) {
            object(value);
        } else if (value instanceof Set<?> set) {
            raw("{\"$set\":");
            items(set);
            raw("}");
        } else if (value instanceof Collection<?> items) {
            items(items);
        } else if (value instanceof Map<?, ?> map) {
            map(map);
        } else if (value instanceof Optional<?> optional) {
            value(optional.orElse(null));
        } else if (value instanceof OptionalInt optional) {
            value(optional.isPresent() ? optional.getAsInt() : null);
        } else if (value instanceof OptionalLong optional) {
            value(optional.isPresent() ? optional.getAsLong() : null);
        } else if (value instanceof OptionalDouble optional) {
            value(optional.isPresent() ? optional.getAsDouble() : null);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            tuple(entry.getKey(), entry.getValue());
        } else if (value.getClass().isRecord()) {
            tuple(parts(value));
        } else {
            object(value);
        }
    }

    /** Whether the program itself has the class, and so decides what it answers. */
    private static boolean isTheirs(Object value) {
        return value.getClass().getClassLoader() != null;
    }

    /** Whether a collection or map of the program's own gives the same to everybody, however it is read. */
    private static boolean isSteady(Object value) {
        if (value instanceof Collection<?> items) {
            List<Object> seen = new ArrayList<>();
            for (Object item : items) {
                if (seen.size() > MAX_VALUE / 8) {
                    return false;
                }
                seen.add(item);
            }
            boolean steady = items.size() == seen.size() && areSame(seen, items.toArray());
            for (int i = 0; steady && items instanceof List<?> list && i < seen.size(); i++) {
                steady = isSame(seen.get(i), list.get(i));
            }
            return steady;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> seen = new IdentityHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                seen.put(entry.getKey(), entry.getValue());
            }
            return map.size() == seen.size()
                && seen.entrySet().stream().allMatch(entry -> isSame(entry.getValue(), map.get(entry.getKey())));
        }
        return true;
    }

    private static boolean areSame(List<Object> seen, Object[] items) {
        boolean same = seen.size() == items.length;
        for (int i = 0; same && i < items.length; i++) {
            same = isSame(seen.get(i), items[i]);
        }
        return same;
    }

    private static boolean isSame(Object one, Object other) {
        return one == other || (one != null && other != null && !isTheirs(one) && one.equals(other));
    }

    private void object(Object value) {
        String name = Json.quote(value.getClass().getSimpleName());
        raw("{\"$object\":[" + name + ",null," + name + "]}");
    }

    private void array(Object array) {
        raw("[");
        for (int i = 0; i < Array.getLength(array) && !full; i++) {
            raw(i > 0 ? "," : "");
            value(Array.get(array, i));
        }
        raw("]");
    }

    private void items(Collection<?> items) {
        raw("[");
        String between = "";
        for (Object item : items) {
            raw(between);
            value(item);
            between = ",";
        }
        raw("]");
    }

    private void map(Map<?, ?> map) {
        raw("{\"$map\":[");
        String between = "[";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            raw(between);
            value(entry.getKey());
            raw(",");
            value(entry.getValue());
            raw("]");
            between = ",[";
        }
        raw("]}");
    }

    private void tuple(Object... items) {
        raw("{\"$tuple\":");
        array(items);
        raw("}");
    }

    private static Object[] parts(Object value) {
        RecordComponent[] parts = value.getClass().getRecordComponents();
        Object[] values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                Method accessor = parts[i].getAccessor();
                accessor.setAccessible(true);
                values[i] = accessor.invoke(value);
            } catch (ReflectiveOperationException error) {
                throw new IllegalStateException(error);
            }
        }
        return values;
    }
}
