import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers in ascending order, sorted by merging halves. */
    public static List<Long> mergeSort(List<Long> nums) {
        if (nums.size() < 2) {
            return new ArrayList<>(nums);
        }
        int middle = nums.size() / 2;
        List<Long> left = mergeSort(nums.subList(0, middle));
        List<Long> right = mergeSort(nums.subList(middle, nums.size()));
        List<Long> merged = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < left.size() && j < right.size()) {
            merged.add(left.get(i) <= right.get(j) ? left.get(i++) : right.get(j++));
        }
        merged.addAll(left.subList(i, left.size()));
        merged.addAll(right.subList(j, right.size()));
        return merged;
    }
}
