package dev.medley.server.internal.mashups;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Builds JARs of classes that it compiles, and corrupts them. */
public final class Jars {

    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern CLASS = Pattern.compile("public (?:\\w+ )*?class (\\w+)");
    private static final int MAJOR_VERSION = 7;
    private static final int VERSION_OF_JAVA_0 = 44;

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private Jars() {}

    /** A JAR of these source files, each with one public class. */
    public static Jars of(Path scratch, String... sources) throws IOException {
        Path classes = Files.createTempDirectory(scratch, "classes");
        compile(classes, List.of(sources));
        Jars jar = new Jars();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                jar.entries.put(name, Files.readAllBytes(file));
            }
        } catch (UncheckedIOException x) {
            throw x.getCause();
        }
        return jar;
    }

    /** The source of a mashup. */
    static String mashup(String name, String annotation) {
        return """
                package shop;

                %s
                public class %s extends dev.medley.servlet.MashupServlet {
                    @Override
                    protected java.util.concurrent.CompletionStage<dev.medley.mashup.Reply> compose(
                            dev.medley.mashup.Mashup mashup) {
                        return java.util.concurrent.CompletableFuture.completedStage(
                                dev.medley.mashup.Reply.text("a reply"));
                    }
                }
                """.formatted(annotation, name);
    }

    /** As {@link #mashup(String, String)}, at {@code path}. */
    static String mashupAt(String path, String name) {
        return mashup(name, "@jakarta.servlet.annotation.WebServlet(\"" + path + "\")");
    }

    /** As {@link #mashupAt(String, String)}, with another expression for the text of its reply. */
    static String mashupUsing(String expression, String path, String name) {
        return mashupAt(path, name).replace("\"a reply\"", expression);
    }

    /** Leaves an entry out. */
    public Jars without(String entry) {
        return without(entry::equals);
    }

    Jars without(Predicate<String> entry) {
        entries.keySet().removeIf(entry);
        return this;
    }

    public Jars with(String entry, byte[] content) {
        entries.put(entry, content);
        return this;
    }

    /** Sets the version of the class files to that of {@code java}. */
    Jars forJava(int java) {
        entries.values().forEach(bytes -> bytes[MAJOR_VERSION] = (byte) (VERSION_OF_JAVA_0 + java));
        return this;
    }

    byte[] entry(String name) {
        return Objects.requireNonNull(entries.get(name));
    }

    public Path writeTo(Path file) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return file;
    }

    private static void compile(Path to, List<String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-d", to.toString(), "-classpath", System.getProperty("java.class.path"));
        List<Source> files = sources.stream().map(Source::new).toList();
        if (!compiler.getTask(messages, null, null, options, null, files).call()) {
            throw new IllegalArgumentException(messages.toString());
        }
    }

    /** A source file in memory. */
    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create(fileOf(text)), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        private static String fileOf(String text) {
            return "mem:///%s/%s.java".formatted(first(PACKAGE, text).replace('.', '/'), first(CLASS, text));
        }

        private static String first(Pattern pattern, String text) {
            Matcher matcher = pattern.matcher(text);
            if (!matcher.find()) {
                throw new IllegalArgumentException("no %s in %s".formatted(pattern, text));
            }
            return matcher.group(1);
        }
    }
}
