import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers from 1 to n as text, with Fizz for multiples of 3, Buzz of 5 and FizzBuzz of both. */
    public static List<String> fizzBuzz(long n) {
        List<String> words = new ArrayList<>();
        for (long i = 1; i <= n; i++) {
            String word = (i % 3 == 0 ? "Fizz" : "") + (i % 5 == 0 ? "Buzz" : "");
            words.add(word.isEmpty() ? Long.toString(i) : word);
        }
        return words;
    }
}
