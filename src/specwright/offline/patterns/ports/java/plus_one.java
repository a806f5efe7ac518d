import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the digits of the number written in digits, plus one. */
    public static List<Long> plusOne(List<Long> digits) {
        List<Long> result = new ArrayList<>(digits);
        for (int place = result.size() - 1; place >= 0; place--) {
            if (result.get(place) < 9) {
                result.set(place, result.get(place) + 1);
                return result;
            }
            result.set(place, 0L);
        }
        result.add(0, 1L);
        return result;
    }
}
