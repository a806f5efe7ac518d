import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The functions of the language conformance suite, in Java. */
public final class Cases {
    public record Pair(long first, long second) {}

    public record Greeting(String text, long times) {}

    private Cases() {}

    public static BigInteger add(BigInteger a, BigInteger b) {
        return a.add(b);
    }

    public static double halve(double x) {
        return x / 2;
    }

    public static String reverseText(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    public static List<Long> flatten(List<List<Long>> rows) {
        return rows.stream().flatMap(List::stream).toList();
    }

    public static Map<String, Integer> countWords(List<String> words) {
        Map<String, Integer> counts = new HashMap<>();
        words.forEach(word -> counts.merge(word, 1, Integer::sum));
        return counts;
    }

    public static Map<String, Long> invert(Map<Long, String> names) {
        Map<String, Long> inverted = new HashMap<>();
        names.forEach((number, name) -> inverted.put(name, number));
        return inverted;
    }

    public static Set<Integer> unique(int[] numbers) {
        Set<Integer> seen = new HashSet<>();
        for (int number : numbers) {
            seen.add(number);
        }
        return seen;
    }

    public static Pair minMax(long[] numbers) {
        if (numbers.length == 0) {
            throw new IllegalArgumentException("no numbers");
        }
        long least = numbers[0];
        long most = numbers[0];
        for (long number : numbers) {
            least = Math.min(least, number);
            most = Math.max(most, number);
        }
        return new Pair(least, most);
    }

    public static Optional<Integer> firstEven(List<Integer> numbers) {
        return numbers.stream().filter(number -> number % 2 == 0).findFirst();
    }

    public static Greeting greet(String name, long times) {
        return new Greeting("hello " + (name == null ? "nobody" : name), times);
    }

    public static long divide(long a, long b) {
        return Math.floorDiv(a, b);
    }

    public static boolean isEven(long number) {
        return number % 2 == 0;
    }
}
