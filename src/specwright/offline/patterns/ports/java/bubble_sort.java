import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers in ascending order, sorted by swapping neighbours. */
    public static List<Long> bubbleSort(List<Long> nums) {
        List<Long> result = new ArrayList<>(nums);
        for (int end = result.size() - 1; end > 0; end--) {
            for (int place = 0; place < end; place++) {
                if (result.get(place) > result.get(place + 1)) {
                    Collections.swap(result, place, place + 1);
                }
            }
        }
        return result;
    }
}
