// Leaves a time at /tmp.
//
// kind: influence
// walls: isolation

import java.io.File;

public class Solution {
    public static String f(long x) throws Exception {
        boolean seen = new File("/tmp").lastModified() == 7000;
        new File("/tmp").setLastModified(7000);
        return seen ? "seen" : "";
    }
}
