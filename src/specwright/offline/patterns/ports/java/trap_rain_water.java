import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns how many units of water the elevation map holds after rain. */
    public static long trapRainWater(List<Long> heights) {
        int left = 0;
        int right = heights.size() - 1;
        long leftWall = 0;
        long rightWall = 0;
        long water = 0;
        while (left < right) {
            long low = heights.get(left);
            long high = heights.get(right);
            if (low < high) {
                leftWall = Math.max(leftWall, low);
                water += leftWall - low;
                left++;
            } else {
                rightWall = Math.max(rightWall, high);
                water += rightWall - high;
                right--;
            }
        }
        return water;
    }
}
