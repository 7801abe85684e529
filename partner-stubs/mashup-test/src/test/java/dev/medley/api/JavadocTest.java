package dev.medley.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the Javadoc of what is public or protected: each type and member of it has a comment without errors. Tags for every
 * parameter and result are not asked for: the first sentence gives the result.
 */
class JavadocTest {

    @TempDir
    private Path classes;

    @ParameterizedTest
    @ValueSource(strings = {"partner-stubs", "broker-core", "mashup-server", "partner-stubs/mashup-test"})
    void everyPublicTypeAndMemberHasACommentWithoutErrors(String module) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            List<String> options = List.of(
                    "-Xdoclint:all/protected",
                    "-Xmaxwarns",
                    "10000",
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString());
            compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources(module)))
                    .call();
        }

        assertThat(found.getDiagnostics().stream()
                        .filter(diagnostic -> !isMissingTag(diagnostic))
                        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                        .map(JavadocTest::line))
                .isEmpty();
    }

    private static List<Path> sources(String module) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../..", module, "src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static boolean isMissingTag(Diagnostic<?> diagnostic) {
        String message = diagnostic.getMessage(Locale.ROOT);
        return message.contains("no @return") || message.contains("no @param") || message.contains("no @throws");
    }

    private static String line(Diagnostic<? extends JavaFileObject> diagnostic) {
        JavaFileObject source = diagnostic.getSource();
        return (source == null ? "" : source.getName() + ":" + diagnostic.getLineNumber() + ": ")
                + diagnostic.getMessage(Locale.ROOT);
    }
}
