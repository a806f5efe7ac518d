import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the middle of the sorted numbers, or the mean of the two in the middle. */
    public static double median(List<Double> nums) {
        if (nums.isEmpty()) {
            throw new IndexOutOfBoundsException("an empty list has no median");
        }
        double[] ordered = nums.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = ordered.length / 2;
        return ordered.length % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
    }
}
