import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Tells whether every bracket of the text is closed by its own kind in the right order. */
    public static boolean isBalanced(String text) {
        Map<Character, Character> closing = Map.of('(', ')', '[', ']', '{', '}');
        Deque<Character> open = new ArrayDeque<>();
        for (char each : text.toCharArray()) {
            if (closing.containsKey(each)) {
                open.push(closing.get(each));
            } else if (closing.containsValue(each) && (open.isEmpty() || open.pop() != each)) {
                return false;
            }
        }
        return open.isEmpty();
    }
}
