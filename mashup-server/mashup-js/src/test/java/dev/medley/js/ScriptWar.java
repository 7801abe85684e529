package dev.medley.js;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A WAR with the server and the module of scripts, unpacked as by a servlet container. */
final class ScriptWar {

    private static final Pattern EXCLUDED = Pattern.compile("WEB-INF/lib/([\\w.*-]+)\\.jar");

    /** Of the tests; modules are folders of classes here, and named after their folders. */
    private static final Pattern OF_TESTS = Pattern.compile(
            "(apiguardian|assertj|awaitility|byte-buddy|hamcrest|junit|opentest4j|surefire|tomcat|loadtest|partner-stubs"
                    + "|mashup-test|picocli|HdrHistogram|mashup-js-test|jakarta\\.).*");

    private ScriptWar() {}

    static Path unpack(Path folder) throws IOException {
        return unpack(folder, element -> true);
    }

    static Path unpackWithoutModule(Path folder) throws IOException {
        return unpack(folder, element -> !Libraries.isOfModule(element));
    }

    private static Path unpack(Path folder, Predicate<Path> wanted) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("WEB-INF/lib"));
        List<Pattern> excluded = EXCLUDED.matcher(Files.readString(Path.of("../pom.xml")))
                .results()
                .map(found -> Pattern.compile(found.group(1).replace(".", "\\.").replace("*", ".*") + "\\.jar"))
                .toList();
        for (Path element : Libraries.classPath()) {
            String name = Libraries.nameOf(element);
            if (wanted.test(element)
                    && !OF_TESTS.matcher(name).matches()
                    && excluded.stream().noneMatch(each -> each.matcher(name).matches())) {
                Libraries.put(element, libraries);
            }
        }
        return folder;
    }
}
