// Leaves a file.
//
// kind: influence
// walls: isolation

import java.io.File;

public class Solution {
    public static String f(long x) throws Exception {
        boolean seen = new File("/tmp/left").exists();
        new File("/tmp/left").createNewFile();
        return seen ? "seen" : "";
    }
}
