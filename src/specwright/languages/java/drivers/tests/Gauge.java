package specwright.driver;

import java.util.List;
import java.util.Map;

/** Measures which lines run; there is one where JaCoCo was found. */
interface Gauge {
    /** The same classes, made to tell what they run. */
    Map<String, byte[]> prepared(Map<String, byte[]> classes) throws Exception;

    /** Of each source file: {path, lines: {number: 0 or 1}, branches, taken}. */
    List<Map<String, Object>> measured() throws Exception;
}
