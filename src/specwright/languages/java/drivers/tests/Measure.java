package specwright.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** JaCoCo, used in this process: what its agent does at loading is done before it. */
final class Measure implements Gauge {
    private final IRuntime runtime = new LoggerRuntime();
    private final RuntimeData data = new RuntimeData();
    private Map<String, byte[]> classes;

    Measure() {}

    @Override
    public Map<String, byte[]> prepared(Map<String, byte[]> given) throws Exception {
        classes = given;
        Instrumenter instrumenter = new Instrumenter(runtime);
        Map<String, byte[]> made = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> entry : given.entrySet()) {
            made.put(entry.getKey(), instrumenter.instrument(entry.getValue(), entry.getKey()));
        }
        runtime.startup(data);
        return made;
    }

    @Override
    public List<Map<String, Object>> measured() throws Exception {
        ExecutionDataStore store = new ExecutionDataStore();
        data.collect(store, new SessionInfoStore(), false);
        runtime.shutdown();
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(store, builder);
        for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
            analyzer.analyzeClass(entry.getValue(), entry.getKey());
        }
        List<Map<String, Object>> files = new ArrayList<>();
        for (ISourceFileCoverage file : builder.getSourceFiles()) {
            Map<String, Object> lines = new LinkedHashMap<>();
            for (int number = Math.max(1, file.getFirstLine()); number <= file.getLastLine(); number++) {
                ICounter counter = file.getLine(number).getInstructionCounter();
                if (counter.getTotalCount() > 0) {
                    lines.put(Integer.toString(number), counter.getCoveredCount() > 0 ? 1 : 0);
                }
            }
            String folder = file.getPackageName().isEmpty() ? "" : file.getPackageName() + "/";
            ICounter branches = file.getBranchCounter();
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("path", "src/main/java/" + folder + file.getName());
            told.put("lines", lines);
            told.put("branches", branches.getTotalCount());
            told.put("taken", branches.getCoveredCount());
            files.add(told);
        }
        return files;
    }
}
