import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the average of the numbers, which must not be empty. */
    public static double listAverage(List<Double> nums) {
        if (nums.isEmpty()) {
            throw new ArithmeticException("an empty list has no average");
        }
        double total = 0;
        for (double number : nums) {
            total += number;
        }
        return total / nums.size();
    }
}
