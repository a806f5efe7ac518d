import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers in ascending order, sorted by partitioning around pivots. */
    public static List<Long> quickSort(List<Long> nums) {
        if (nums.size() < 2) {
            return new ArrayList<>(nums);
        }
        long pivot = nums.get(nums.size() / 2);
        List<Long> smaller = new ArrayList<>();
        List<Long> equal = new ArrayList<>();
        List<Long> larger = new ArrayList<>();
        for (long number : nums) {
            (number < pivot ? smaller : number > pivot ? larger : equal).add(number);
        }
        List<Long> result = quickSort(smaller);
        result.addAll(equal);
        result.addAll(quickSort(larger));
        return result;
    }
}
