package specwright.driver;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * Makes calls of untrusted Java code; runs in a process of its own inside the sandbox, started by supervisor.py. Input on
 * descriptor 0: {"entries": [name, ...], "calls": [[tagged data, ...], ...]}. For each call one line goes to descriptor
 * 3. Arguments are made by reflection from what the method says it takes.
 */
public final class Driver {
    private static final int MOST_TEXT = 4000;
    /** The time of the last call, the method's own: without that of making its arguments and telling its value. */
    private static long spent;
    /** A clock that is exact and takes a while to load; without it, the kernel's own account, which is exact to a tick. */
    private static ThreadMXBean clock;

    private Driver() {}

    /** End the process unless it is in a sandbox of specwright, which has a mark in its root directory. */
    private static void requireSandbox() {
        if (!Files.exists(Path.of("/.specwright"))) {
            System.err.println("this program runs untrusted code: it runs in a sandbox of specwright only");
            Runtime.getRuntime().halt(1);
        }
    }

    public static void main(String[] arguments) throws IOException {
        String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        if (arguments.length > 0) {
            warmUp();
            return;
        }
        requireSandbox();
        Map<?, ?> work = (Map<?, ?>) Json.parse(input);
        List<?> calls = (List<?>) work.get("calls");
        if (Boolean.TRUE.equals(work.get("exact"))) {
            clock = ManagementFactory.getThreadMXBean();
        }
        Method entry = null;
        Object target = null;
        String problem = null;
        try {
            int count = calls.isEmpty() ? 0 : ((List<?>) calls.get(0)).size();
            entry = find(Path.of("program.jar"), (List<?>) work.get("entries"), count);
            target = Modifier.isStatic(entry.getModifiers()) ? null : instance(entry.getDeclaringClass());
        } catch (Throwable error) {
            problem = notLoaded(error);
        }
        loaded();
        long printed = position();
        try (OutputStream report = new FileOutputStream("/proc/self/fd/3", true)) {
            for (Object given : calls) {
                spent = 0;
                if (clock != null && problem == null) {
                    // What a machine does more slowly the first time is not the method's cost.
                    call(entry, target, (List<?>) given);
                }
                String outcome = problem != null ? problem : call(entry, target, (List<?>) given);
                long end = position();
                String line = outcome + ",\"cpu\":" + spent / 1e9 + ",\"out\":[" + printed + "," + end + "]}\n";
                report.write(line.getBytes(StandardCharsets.UTF_8));
                printed = end;
                if (problem != null) {
                    break;
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void loaded() throws IOException {
        try (OutputStream pipe = new FileOutputStream("/proc/self/fd/4", true)) {
            pipe.write('\n');
        }
    }

    private static long position() {
        System.out.flush();
        System.err.flush();
        try {
            // Not closed: that would close the program's output.
            return new FileOutputStream(FileDescriptor.out).getChannel().position();
        } catch (IOException error) {
            return 0;
        }
    }

    private static long cpu() {
        if (clock != null) {
            return clock.getCurrentThreadCpuTime();
        }
        try {
            return Long.parseLong(Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[0]);
        } catch (IOException | NumberFormatException error) {
            return 0;
        }
    }

    private static Object instance(Class<?> kind) throws ReflectiveOperationException {
        var constructor = kind.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static Method find(Path program, List<?> names, int count) throws Exception {
        List<Method> candidates = new ArrayList<>();
        for (Class<?> kind : classes(program)) {
            for (Method method : kind.getDeclaredMethods()) {
                if (names.contains(method.getName()) && !method.isSynthetic()) {
                    candidates.add(method);
                }
            }
        }
        if (candidates.isEmpty()) {
            throw new NoSuchMethodException("no method named " + names.get(0));
        }
        candidates.sort((a, b) -> rank(b, names, count) - rank(a, names, count));
        Method best = candidates.get(0);
        if (best.getParameterCount() != count) {
            String takes = "the method takes " + best.getParameterCount() + " arguments, not " + count;
            throw new NoSuchMethodException(takes);
        }
        Class.forName(best.getDeclaringClass().getName(), true, best.getDeclaringClass().getClassLoader());
        best.setAccessible(true);
        return best;
    }

    private static int rank(Method method, List<?> names, int count) {
        int rank = method.getParameterCount() == count ? 8 : 0;
        rank += method.getDeclaringClass().getSimpleName().equals("Solution") ? 4 : 0;
        rank += Modifier.isPublic(method.getModifiers()) ? 2 : 0;
        return rank + (method.getName().equals(names.get(0)) ? 1 : 0);
    }

    private static List<Class<?>> classes(Path program) throws Exception {
        List<Class<?>> found = new ArrayList<>();
        ClassLoader loader = new URLClassLoader(new URL[] {program.toUri().toURL()});
        try (JarFile jar = new JarFile(program.toFile())) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) jar.stream()::iterator) {
                if (entry.getName().endsWith(".class")) {
                    String name = entry.getName().replace('/', '.');
                    found.add(Class.forName(name.substring(0, name.length() - 6), false, loader));
                }
            }
        }
        return found;
    }

    private static String call(Method entry, Object target, List<?> given) {
        Object[] values = new Object[given.size()];
        Type[] types = entry.getGenericParameterTypes();
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = Decoder.decode(given.get(i), types[i]);
            } catch (Decoder.Misfit misfit) {
                return failed("not loaded", "argument " + (i + 1) + ": " + misfit.getMessage(), "");
            }
        }
        long began = cpu();
        try {
            Object value;
            try {
                value = entry.invoke(target, values);
            } finally {
                spent = cpu() - began;
            }
            return "{\"ending\":\"returned\",\"value\":" + Encoder.encode(value);
        } catch (InvocationTargetException error) {
            return raised(error.getTargetException());
        } catch (IllegalAccessException | IllegalArgumentException error) {
            return failed("not loaded", String.valueOf(error.getMessage()), "");
        } catch (Throwable error) {
            return raised(error);
        }
    }

    private static String raised(Throwable error) {
        if (error instanceof OutOfMemoryError) {
            return failed("out of memory", "out of memory", "");
        }
        return failed("raised", error.getClass().getSimpleName(), words(error));
    }

    private static String notLoaded(Throwable error) {
        Throwable cause = error instanceof ExceptionInInitializerError && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof InvocationTargetException wrapped) {
            cause = wrapped.getTargetException();
        }
        String what = cause instanceof NoSuchMethodException ? String.valueOf(cause.getMessage()) : cause.getClass().getSimpleName();
        return failed("not loaded", what, words(cause));
    }

    private static String words(Throwable error) {
        StringBuilder text = new StringBuilder();
        try {
            text.append(error);
        } catch (Throwable second) {
            text.append("the error could not be shown");
        }
        int shown = 0;
        for (StackTraceElement frame : error.getStackTrace()) {
            boolean ours = frame.getClassName().startsWith("specwright.driver.") || frame.getModuleName() != null;
            if (!ours && shown++ < 10) {
                text.append("\n    at ").append(frame);
            }
        }
        return text.toString();
    }

    private static String failed(String ending, String error, String detail) {
        return "{\"ending\":\"" + ending + "\",\"error\":" + Json.quote(plain(error)) + ",\"detail\":" + Json.quote(plain(detail));
    }

    private static String plain(String text) {
        String cut = text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** What a call needs, done once while the archive of classes is made, so that later starts find it there. */
    private static void warmUp() throws IOException {
        Object data = Json.parse("{\"calls\":[[1,2.5,\"a\",{\"$map\":[[\"k\",[true,null]]]},{\"$int\":\"0x20000000000000\"}]]}");
        List<?> given = (List<?>) ((List<?>) ((Map<?, ?>) data).get("calls")).get(0);
        try {
            for (Object item : given) {
                Encoder.encode(Decoder.decode(item, Object.class));
            }
            Encoder.encode(Decoder.decode(given.get(0), long.class));
        } catch (Decoder.Misfit misfit) {
            throw new IOException(misfit);
        }
        failed("raised", "Error", words(new IllegalStateException("none")));
        position();
        cpu();
    }
}
