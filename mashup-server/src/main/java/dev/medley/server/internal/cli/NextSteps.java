package dev.medley.server.internal.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that follow {@code medley new}, for a shell. */
final class NextSteps {

    private NextSteps() {}

    /** Returns the lines to print after a Maven project of that name was created in {@code folder}. */
    static List<String> afterMaven(Path folder, String name) {
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

    /** Returns the lines to print after a project with a script was created in {@code folder}. */
    static List<String> afterScript(Path folder) {
        String medley = String.join(
                " ", launcher().stream().map(word -> quoted(Path.of(word))).toList());
        List<String> steps = new ArrayList<>(List.of(
                "Created %s. Next:".formatted(folder),
                "",
                "  cd " + quoted(folder),
                "  node --test",
                "  " + medley + " check medley.yaml --mashups mashups",
                "  " + medley + " stubs &",
                "  " + medley + " serve --config medley.yaml --mashups mashups &",
                "  curl 'http://127.0.0.1:8080/trip?city=Rome'",
                "",
                "The second command runs the tests of test/trip.test.mjs, with Node 20 or later.",
                "After a change of partners, '%s types --config medley.yaml' writes medley.d.ts again."
                        .formatted(medley)));
        if (home() == null) {
            steps.add("The module mashup-js runs scripts: MEDLEY_MODULES names the folder of its JARs.");
        }
        return steps;
    }

    /** Returns the words of the command that starts Medley: that of its folder, or of its JAR. */
    static List<String> launcher() {
        Path home = home();
        Path code = code();
        if (home != null) {
            return List.of(home.resolve("medley").toString());
        }
        return code != null && code.toString().endsWith(".jar")
                ? List.of("java", "-jar", code.toString())
                : List.of("medley");
    }

    /** Returns the folder of Medley that this JAR was built in; null if it is elsewhere. */
    private static @Nullable Path home() {
        Path folder = code();
        while (folder != null && !Files.isRegularFile(folder.resolve("medley"))) {
            folder = folder.getParent();
        }
        return folder != null && Files.isRegularFile(folder.resolve("mvnw")) ? folder : null;
    }

    /** Returns the JAR or the folder that this class comes from. */
    private static @Nullable Path code() {
        CodeSource source = NextSteps.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
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
