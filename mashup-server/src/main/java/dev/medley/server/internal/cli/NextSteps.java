package dev.medley.server.internal.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that follow {@code medley new}, for a shell. */
final class NextSteps {

    private NextSteps() {}

    /** Returns the lines to print after a project of that name was created in {@code folder}. */
    static List<String> after(Path folder, String name) {
        Path home = home();
        String medley = home == null ? "medley" : quoted(home.resolve("medley"));
        String maven = home == null ? "mvn" : quoted(home.resolve("mvnw"));
        String install = home == null
                ? "./mvnw -q -Dquick install     # in Medley's folder"
                : "%s -q -f %s -Dquick install".formatted(maven, quoted(home.resolve("pom.xml")));
        return List.of(
                "Created %s. Next:".formatted(folder),
                "",
                "  " + install,
                "  cd " + quoted(folder),
                "  " + maven + " package",
                "  " + medley + " stubs &",
                "  " + medley + " serve --config medley.yaml --mashups target &",
                "  curl 'http://127.0.0.1:8080/city?name=Rome'",
                "",
                "The first command puts Medley into your local Maven repository; once per build of Medley.",
                "The third runs the tests and creates target/%s.jar and target/%s.war.".formatted(name, name));
    }

    /** Returns the folder of Medley that this JAR was built in; null if it is elsewhere. */
    private static @Nullable Path home() {
        CodeSource source = NextSteps.class.getProtectionDomain().getCodeSource();
        try {
            Path folder = source == null ? null : Path.of(source.getLocation().toURI());
            while (folder != null && !Files.isRegularFile(folder.resolve("medley"))) {
                folder = folder.getParent();
            }
            return folder != null && Files.isRegularFile(folder.resolve("mvnw")) ? folder : null;
        } catch (URISyntaxException x) {
            return null;
        }
    }

    /** Returns a path as one word of a POSIX shell. */
    static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
