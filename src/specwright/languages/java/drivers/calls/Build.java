package specwright.driver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles sources to one archive each: a compiler that can be started ahead of time. Input on descriptor 0: {"programs":
 * {archive: {file: text}}}. Each program has its own compilation, so that none can refer to another. Messages go to
 * standard error as javac writes them; a program that does not compile has no archive. Nothing of the sources is run:
 * annotation processing is off.
 */
public final class Build {
    private static final String EXAMPLE =
            "import java.util.*; import java.util.stream.*; public class Solution { record P(long a, String b) {} "
                    + "static Map<String, List<Long>> f(List<Long> x, int n) { Map<String, List<Long>> m = new HashMap<>(); "
                    + "for (long v : x) { m.computeIfAbsent(\"k\" + v % n, k -> new ArrayList<>()).add(v); } "
                    + "int[] a = x.stream().mapToInt(Long::intValue).sorted().toArray(); if (a.length == 0) throw new "
                    + "IllegalArgumentException(\"\" + n); return m.entrySet().stream().collect(Collectors.toMap("
                    + "Map.Entry::getKey, Map.Entry::getValue)); } }";

    private Build() {}

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (System.in.available() == 0) {
            // While we wait for our input there is time to learn our trade.
            compile(compiler, Map.of("Solution.java", EXAMPLE), new ArrayList<>());
        }
        if (arguments.length > 0) {
            return;
        }
        Map<?, ?> work = (Map<?, ?>) Json.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        boolean failed = false;
        for (Map.Entry<?, ?> program : ((Map<?, ?>) work.get("programs")).entrySet()) {
            List<String> messages = new ArrayList<>();
            Map<String, byte[]> classes = compile(compiler, (Map<?, ?>) program.getValue(), messages);
            messages.forEach(System.err::println);
            failed |= classes == null;
            if (classes != null) {
                Files.write(Path.of((String) program.getKey()), archive(classes));
            }
        }
        System.err.flush();
        Runtime.getRuntime().halt(failed ? 1 : 0);
    }

    private static byte[] archive(Map<String, byte[]> classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            jar.setLevel(1);
            for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey().replace('.', '/') + ".class"));
                jar.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** The classes by name, or null where there are errors. */
    private static Map<String, byte[]> compile(JavaCompiler compiler, Map<?, ?> files, List<String> messages)
            throws IOException {
        Map<String, ByteArrayOutputStream> made = new TreeMap<>();
        List<JavaFileObject> sources = new ArrayList<>();
        files.forEach((name, text) -> sources.add(new Source((String) name, (String) text)));
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        List<String> options = Arrays.asList("-proc:none", "-Xlint:none", "-nowarn", "-g:source,lines", "-parameters", "-implicit:none");
        boolean fine;
        try (JavaFileManager standard = compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8);
                JavaFileManager kept = new Kept(standard, made)) {
            fine = compiler.getTask(null, kept, said, options, null, sources).call();
        } catch (StackOverflowError error) {
            messages.add("the compiler ran out of stack: the source is nested too deep");
            fine = false;
        }
        said.getDiagnostics().stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR).map(Build::shown).forEach(messages::add);
        if (!fine) {
            return null;
        }
        Map<String, byte[]> classes = new TreeMap<>();
        made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static String shown(Diagnostic<? extends JavaFileObject> one) {
        String file = one.getSource() == null ? "" : one.getSource().getName().replaceFirst("^/", "") + ":";
        String place = one.getLineNumber() > 0 ? one.getLineNumber() + ": " : "";
        return file + place + "error: " + one.getMessage(Locale.ROOT);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Kept extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> made;

        Kept(JavaFileManager standard, Map<String, ByteArrayOutputStream> made) {
            super(standard);
            this.made = made;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    made.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
