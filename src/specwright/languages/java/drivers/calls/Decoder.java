package specwright.driver;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes arguments of tagged data, as the types that the method says it takes. */
final class Decoder {
    /** The data is no value of that type. */
    static final class Misfit extends Exception {
        Misfit(Object data, Type type) {
            super(shown(data) + " does not fit " + type.getTypeName());
        }

        private static String shown(Object data) {
            String text = String.valueOf(data);
            return text.length() > 100 ? text.substring(0, 100) + "..." : text;
        }
    }

    private Decoder() {}

    static Object decode(Object data, Type type) throws Misfit {
        if (type instanceof WildcardType wildcard) {
            return decode(data, wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return array(data, array.getGenericComponentType(), type);
        }
        if (type instanceof ParameterizedType generic) {
            return container(data, (Class<?>) generic.getRawType(), generic.getActualTypeArguments(), type);
        }
        if (!(type instanceof Class<?> kind)) {
            return any(data);
        }
        if (kind.isArray()) {
            return array(data, kind.getComponentType(), type);
        }
        if (data == null && !kind.isPrimitive() && kind != Optional.class) {
            return null;
        }
        return scalar(data, kind);
    }

    private static Object scalar(Object data, Class<?> kind) throws Misfit {
        if (kind == Object.class) {
            return any(data);
        }
        if (kind == String.class || kind == CharSequence.class) {
            return text(data, kind);
        }
        if (kind == boolean.class || kind == Boolean.class) {
            if (data instanceof Boolean) {
                return data;
            }
            throw new Misfit(data, kind);
        }
        if (kind == char.class || kind == Character.class) {
            String text = text(data, kind);
            if (text.length() == 1) {
                return text.charAt(0);
            }
            throw new Misfit(data, kind);
        }
        Object number = number(data, kind);
        return number != null ? number : container(data, kind, new Type[0], kind);
    }

    private static String text(Object data, Class<?> kind) throws Misfit {
        if (data instanceof String text) {
            return text;
        }
        throw new Misfit(data, kind);
    }

    /** The number, or null where the type is none of numbers. */
    private static Object number(Object data, Class<?> kind) throws Misfit {
        try {
            if (kind == int.class || kind == Integer.class) {
                return integer(data, kind).intValueExact();
            } else if (kind == long.class || kind == Long.class) {
                return integer(data, kind).longValueExact();
            } else if (kind == BigInteger.class) {
                return integer(data, kind);
            } else if (kind == short.class || kind == Short.class) {
                return integer(data, kind).shortValueExact();
            } else if (kind == byte.class || kind == Byte.class) {
                return integer(data, kind).byteValueExact();
            } else if (kind == double.class || kind == Double.class) {
                return real(data, kind);
            } else if (kind == float.class || kind == Float.class) {
                return (float) real(data, kind);
            } else if (kind == BigDecimal.class) {
                return data instanceof Json.Number written ? new BigDecimal(written.text()) : new BigDecimal(integer(data, kind));
            } else if (kind == Number.class) {
                return any(data);
            }
            return null;
        } catch (ArithmeticException | NumberFormatException error) {
            throw new Misfit(data, kind);
        }
    }

    static BigInteger integer(Object data, Type type) throws Misfit {
        if (data instanceof Json.Number number) {
            return new BigInteger(number.text());
        }
        if (data instanceof Map<?, ?> tagged && tagged.get("$int") instanceof String text) {
            return new BigInteger(text.replaceFirst("0x", ""), 16);
        }
        throw new Misfit(data, type);
    }

    private static double real(Object data, Type type) throws Misfit {
        if (data instanceof Json.Number number) {
            return Double.parseDouble(number.text());
        }
        if (data instanceof Map<?, ?> tagged && tagged.get("$float") instanceof String text) {
            return switch (text) {
                case "nan" -> Double.NaN;
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                default -> -0.0;
            };
        }
        return integer(data, type).doubleValue();
    }

    private static String tag(Object data) {
        return data instanceof Map<?, ?> tagged ? (String) tagged.keySet().iterator().next() : "";
    }

    @SuppressWarnings("unchecked")
    private static List<Object> items(Object data, Type type) throws Misfit {
        Object body = data instanceof Map<?, ?> tagged ? tagged.values().iterator().next() : data;
        if (body instanceof List<?> list) {
            return (List<Object>) list;
        }
        throw new Misfit(data, type);
    }

    private static Object array(Object data, Type component, Type type) throws Misfit {
        if (data == null) {
            return null;
        }
        List<Object> items = items(data, type);
        Object array = Array.newInstance(raw(component), items.size());
        for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, decode(items.get(i), component));
        }
        return array;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> kind) {
            return kind;
        }
        if (type instanceof ParameterizedType generic) {
            return raw(generic.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
        }
        return Object.class;
    }

    private static Object container(Object data, Class<?> kind, Type[] inner, Type type) throws Misfit {
        if (kind == Optional.class) {
            return data == null ? Optional.empty() : Optional.of(decode(data, at(inner, 0)));
        }
        if (kind == OptionalInt.class) {
            return data == null ? OptionalInt.empty() : OptionalInt.of((int) decode(data, int.class));
        }
        if (kind == OptionalLong.class) {
            return data == null ? OptionalLong.empty() : OptionalLong.of((long) decode(data, long.class));
        }
        if (kind == OptionalDouble.class) {
            return data == null ? OptionalDouble.empty() : OptionalDouble.of((double) decode(data, double.class));
        }
        if (data == null) {
            return null;
        }
        if (kind == Map.Entry.class) {
            List<Object> pair = items(data, type);
            return new AbstractMap.SimpleEntry<>(decode(pair.get(0), at(inner, 0)), decode(pair.get(1), at(inner, 1)));
        }
        if (kind.isRecord()) {
            return record(items(data, type), kind, type);
        }
        if (Map.class.isAssignableFrom(kind)) {
            return map(data, kind, inner, type);
        }
        return collection(data, kind, at(inner, 0), type);
    }

    private static Type at(Type[] types, int place) {
        return place < types.length ? types[place] : Object.class;
    }

    private static Object record(List<Object> items, Class<?> kind, Type type) throws Misfit {
        RecordComponent[] parts = kind.getRecordComponents();
        if (parts.length != items.size()) {
            throw new Misfit(items, type);
        }
        Class<?>[] types = new Class<?>[parts.length];
        Object[] values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            types[i] = parts[i].getType();
            values[i] = decode(items.get(i), parts[i].getGenericType());
        }
        try {
            Constructor<?> constructor = kind.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException error) {
            throw new Misfit(items, type);
        }
    }

    private static Object map(Object data, Class<?> kind, Type[] inner, Type type) throws Misfit {
        Map<Object, Object> map = SortedMap.class.isAssignableFrom(kind) ? new TreeMap<>() : kind == HashMap.class ? new HashMap<>() : new LinkedHashMap<>();
        if (!kind.isInstance(map) || !tag(data).equals("$map")) {
            throw new Misfit(data, type);
        }
        for (Object entry : items(data, type)) {
            List<Object> pair = items(entry, type);
            map.put(decode(pair.get(0), at(inner, 0)), decode(pair.get(1), at(inner, 1)));
        }
        return map;
    }

    private static Object collection(Object data, Class<?> kind, Type item, Type type) throws Misfit {
        for (Collection<Object> made : List.<Collection<Object>>of(
                new ArrayList<>(), new LinkedHashSet<>(), new LinkedList<>(), new ArrayDeque<>())) {
            if (kind.isInstance(made)) {
                return filled(made, data, item, type);
            }
        }
        if (SortedSet.class.isAssignableFrom(kind) && kind.isAssignableFrom(TreeSet.class)) {
            return filled(new TreeSet<>(), data, item, type);
        }
        if (kind == PriorityQueue.class) {
            return filled(new PriorityQueue<>(), data, item, type);
        }
        throw new Misfit(data, type);
    }

    private static Object filled(Collection<Object> made, Object data, Type item, Type type) throws Misfit {
        for (Object inner : items(data, type)) {
            made.add(decode(inner, item));
        }
        return made;
    }

    /** What a Java programmer would find behind an Object. */
    private static Object any(Object data) throws Misfit {
        if (data == null || data instanceof String || data instanceof Boolean) {
            return data;
        }
        if (data instanceof Json.Number number) {
            if (number.text().matches("-?[0-9]+")) {
                long value = Long.parseLong(number.text());
                return value == (int) value ? (Object) (int) value : (Object) value;
            }
            return Double.parseDouble(number.text());
        }
        return switch (tag(data)) {
            case "$int" -> {
                BigInteger value = integer(data, Object.class);
                yield value.bitLength() < 64 ? (Object) value.longValue() : (Object) value;
            }
            case "$float" -> real(data, Object.class);
            case "$map" -> map(data, Map.class, new Type[0], Object.class);
            case "$set" -> filled(new LinkedHashSet<>(), data, Object.class, Object.class);
            default -> filled(new ArrayList<>(), data, Object.class, Object.class);
        };
    }
}
