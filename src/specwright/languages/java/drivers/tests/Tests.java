package specwright.driver;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Compiles a project in the Maven layout and runs its JUnit tests, all in one process, in the folder of the project.
 * Arguments: whether to measure, the class that is run first and the one that is run last. To descriptor 3 goes a line of
 * JSON for each error of the compiler, for each test as it ends, and for the coverage.
 */
public final class Tests implements TestExecutionListener {
    private static final int MOST_TEXT = 2000;
    private static final Path MAIN = Path.of("src/main/java");
    private static final Path TEST = Path.of("src/test/java");

    private final OutputStream report;

    private Tests(OutputStream report) {
        this.report = report;
    }

    public static void main(String[] arguments) throws Exception {
        boolean archiving = System.getProperty("specwright.report") != null;
        // The archive is made outside, from our own sample. A package's tests run in a sandbox, which has this mark.
        if (!archiving && !Files.exists(Path.of("/.specwright"))) {
            System.err.println("this program runs untrusted code: it runs in a sandbox of specwright only");
            Runtime.getRuntime().halt(1);
        }
        try (OutputStream report = new FileOutputStream(System.getProperty("specwright.report", "/proc/self/fd/3"), true)) {
            new Tests(report).run(Boolean.parseBoolean(arguments[0]), arguments[1], arguments[2]);
        }
        System.out.flush();
        System.err.flush();
        if (!archiving) {
            Runtime.getRuntime().halt(0); // whatever threads the tests have left
        }
    }

    private void run(boolean measuring, String first, String last) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, byte[]> main = compile(compiler, MAIN, Map.of());
        Map<String, byte[]> tests = main == null ? null : compile(compiler, TEST, main);
        if (tests == null) {
            return;
        }
        Gauge gauge = measuring ? (Gauge) Class.forName("specwright.driver.Measure").getDeclaredConstructor().newInstance() : null;
        Map<String, byte[]> classes = new TreeMap<>(gauge == null ? main : gauge.prepared(main));
        classes.putAll(tests);
        Loader loader = new Loader(classes);
        Thread.currentThread().setContextClassLoader(loader);
        List<String> order = new ArrayList<>(tests.keySet());
        order.removeIf(name -> name.indexOf('$') >= 0 || name.equals(first) || name.equals(last));
        order.add(0, first);
        order.add(last);
        List<ClassSelector> selectors = new ArrayList<>();
        for (String name : order) {
            try {
                selectors.add(selectClass(Class.forName(name, false, loader)));
            } catch (LinkageError error) {
                say(Map.of("test", name + "#<loading>", "how", "failed", "detail", error.toString()));
            }
        }
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, this);
        if (gauge != null) {
            say(Map.of("coverage", gauge.measured()));
        }
    }

    // --- compiling

    /** The classes by name, or null where there are errors, which are told. */
    private Map<String, byte[]> compile(JavaCompiler compiler, Path folder, Map<String, byte[]> before) throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java")).sorted()::iterator) {
                    sources.add(new Source(file));
                }
            }
        }
        if (sources.isEmpty()) {
            return Map.of();
        }
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> made = new TreeMap<>();
        List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn", "-g", "-implicit:none");
        boolean fine;
        try (JavaFileManager standard = compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8);
                JavaFileManager files = new Memory(standard, made, before)) {
            fine = compiler.getTask(null, files, said, options, null, sources).call();
        }
        for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                Map<String, Object> told = new LinkedHashMap<>();
                told.put("error", one.getMessage(Locale.ROOT));
                told.put("path", one.getSource() instanceof Source source ? source.file.toString() : "");
                told.put("line", one.getLineNumber());
                told.put("column", one.getColumnNumber());
                told.put("code", String.valueOf(one.getCode()));
                say(told);
            }
        }
        if (!fine) {
            return null;
        }
        Map<String, byte[]> classes = new TreeMap<>();
        made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final Path file;

        Source(Path file) {
            super(file.toUri(), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return Files.readString(file);
        }
    }

    private static final class Binary extends SimpleJavaFileObject {
        private final String name;
        private final byte[] bytes;

        Binary(String name, byte[] bytes) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        public java.io.InputStream openInputStream() {
            return new java.io.ByteArrayInputStream(bytes);
        }
    }

    /** Keeps what is compiled in memory, and shows the compiler what was compiled before. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> made;
        private final Map<String, byte[]> before;

        Memory(JavaFileManager standard, Map<String, ByteArrayOutputStream> made, Map<String, byte[]> before) {
            super(standard);
            this.made = made;
            this.before = before;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    made.put(name, bytes);
                    return bytes;
                }
            };
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String folder, java.util.Set<JavaFileObject.Kind> kinds, boolean deep)
                throws IOException {
            List<JavaFileObject> found = new ArrayList<>();
            if (location == javax.tools.StandardLocation.CLASS_PATH && kinds.contains(JavaFileObject.Kind.CLASS)) {
                for (Map.Entry<String, byte[]> entry : before.entrySet()) {
                    int dot = entry.getKey().lastIndexOf('.');
                    if (folder.equals(dot < 0 ? "" : entry.getKey().substring(0, dot))) {
                        found.add(new Binary(entry.getKey(), entry.getValue()));
                    }
                }
            }
            super.list(location, folder, kinds, deep).forEach(found::add);
            return found;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Binary binary ? binary.name : super.inferBinaryName(location, file);
        }
    }

    /** Defines the project's classes, and finds its resources. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Tests.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        protected URL findResource(String name) {
            for (String folder : List.of("src/test/resources", "src/main/resources")) {
                Path file = Path.of(folder, name);
                if (Files.exists(file)) {
                    try {
                        return file.toUri().toURL();
                    } catch (MalformedURLException error) {
                        return null;
                    }
                }
            }
            return null;
        }
    }

    // --- telling

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        tell(test, "skipped", String.valueOf(reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
        if (!test.isTest() && !failed) {
            return;
        }
        String how = failed ? "failed" : result.getStatus() == TestExecutionResult.Status.ABORTED ? "skipped" : "passed";
        tell(test, how, result.getThrowable().map(Tests::trace).orElse(""));
    }

    private void tell(TestIdentifier test, String how, String detail) {
        String id = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getClassName() + "#" + source.getMethodName())
                .orElseGet(test::getLegacyReportingName);
        for (UniqueId.Segment segment : UniqueId.parse(test.getUniqueId()).getSegments()) {
            if (segment.getType().endsWith("-invocation") || segment.getType().equals("dynamic-test")) {
                id += "[" + segment.getValue().replace("#", "") + "]";
            }
        }
        say(Map.of("test", id, "how", how, "detail", detail));
    }

    /** The error with the places in the project where it arose. */
    private static String trace(Throwable error) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (Throwable one = error; one != null && depth < 5; one = one.getCause(), depth++) {
            text.append(depth == 0 ? "" : "Caused by: ").append(one).append('\n');
            for (StackTraceElement place : one.getStackTrace()) {
                if (!place.getClassName().matches("(?:org\\.junit|java|jdk|specwright\\.driver)\\..*")) {
                    text.append("    at ").append(place).append('\n');
                }
            }
        }
        return text.substring(0, Math.min(text.length(), MOST_TEXT));
    }

    private synchronized void say(Object entry) {
        StringBuilder text = new StringBuilder();
        write(entry, text);
        try {
            report.write(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }

    private static void write(Object value, StringBuilder text) {
        if (value instanceof Map<?, ?> map) {
            String comma = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(comma);
                write(String.valueOf(entry.getKey()), text);
                text.append(':');
                write(entry.getValue(), text);
                comma = ",";
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String comma = "[";
            for (Object item : list) {
                text.append(comma);
                write(item, text);
                comma = ",";
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Number) {
            text.append(value);
        } else {
            text.append('"');
            for (char letter : String.valueOf(value).toCharArray()) {
                if (letter == '"' || letter == '\\') {
                    text.append('\\').append(letter);
                } else if (letter < ' ' || Character.isSurrogate(letter)) {
                    text.append(String.format("\\u%04x", (int) letter));
                } else {
                    text.append(letter);
                }
            }
            text.append('"');
        }
    }
}
