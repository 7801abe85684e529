package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes compiled from source text, with the class path of the tests. */
final class Compiled implements AutoCloseable {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("^(?:public )?(?:final )?class (\\w+)", Pattern.MULTILINE);

    private final URLClassLoader loader;

    private Compiled(URLClassLoader loader) {
        this.loader = loader;
    }

    /** Compiles them into {@code folder}; errors of the compiler fail the test. */
    static Compiled of(Path folder, List<String> sources) throws IOException {
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            files.add(new Source(nameOf(source).replace('.', '/'), source));
        }
        StringWriter errors = new StringWriter();
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        errors,
                        null,
                        null,
                        List.of(
                                "-d",
                                folder.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-proc:none",
                                "-Xlint:all",
                                "-Xlint:-classfile,-processing,-path",
                                "-Werror"),
                        null,
                        files)
                .call();
        assertThat(compiled).as(errors.toString()).isTrue();
        URL[] classes = {folder.toUri().toURL()};
        return new Compiled(new URLClassLoader(classes, Compiled.class.getClassLoader()));
    }

    Class<?> load(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private static String nameOf(String source) {
        return first(PACKAGE, source) + "." + first(CLASS, source);
    }

    private static String first(Pattern pattern, String source) {
        Matcher matcher = pattern.matcher(source);
        assertThat(matcher.find()).as("%s in %s", pattern, source).isTrue();
        return matcher.group(1);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
