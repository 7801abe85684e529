package dev.medley.war;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The class path of the tests, and the parts of it that belong into a WAR. */
final class ClassPath {

    /** The dependencies for tests and their own ones; ASM, which the standalone JAR has, is excluded from the WAR. */
    private static final Pattern FOR_TESTS = Pattern.compile(
            "(apiguardian|archunit|asm|assertj|awaitility|byte-buddy|hamcrest"
                    + "|jakarta\\.|jetty-annotations|jetty-jndi|jetty-plus|jetty-xml|junit|opentelemetry-proto|opentest4j|protobuf|surefire|tomcat).*");

    /** The dependencies of {@code broker-core}. */
    private static final Pattern OF_BROKER_CORE = Pattern.compile(
            "(broker-core|caffeine|concurrency-limits-core|context-propagation|itu|jackson|jetty-alpn-client|jetty-alpn-java-client|jetty-client|jetty-compression|jetty-http-"
                    + "|jetty-http2-client-\\d|jetty-http2-common|jetty-http2-hpack|jetty-io|jetty-util"
                    + "|json-schema-validator|jspecify|opentelemetry-(api|common|context)|slf4j-api|snakeyaml-engine).*");

    private static final Pattern EXCLUDED = Pattern.compile("WEB-INF/lib/([\\w.*-]+)\\.jar");

    private ClassPath() {}

    /** The JARs, and folders of classes of other modules, that the product's WAR has. */
    static List<Path> ofProduct() throws IOException {
        List<Pattern> excluded = EXCLUDED.matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(ClassPath::pattern)
                .toList();
        return elements()
                .filter(element -> !FOR_TESTS.matcher(nameOf(element)).matches())
                .filter(element -> excluded.stream()
                        .noneMatch(pattern -> pattern.matcher(nameOf(element)).matches()))
                .toList();
    }

    /** Those that a WAR has which depends on {@code broker-core} only. */
    static List<Path> ofBrokerCore() {
        return elements()
                .filter(element -> OF_BROKER_CORE.matcher(nameOf(element)).matches())
                .toList();
    }

    /** The name of the JAR that {@code element} is, or would be if its module had been packaged. */
    static String nameOf(Path element) {
        return Files.isDirectory(element)
                ? element.resolve("../..").normalize().getFileName() + "-" + element.getFileName() + ".jar"
                : element.getFileName().toString();
    }

    private static Stream<Path> elements() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .filter(element -> !nameOf(element).startsWith("mashup-server-"));
    }

    private static Pattern pattern(MatchResult exclusion) {
        return Pattern.compile(exclusion.group(1).replace(".", "\\.").replace("*", ".*") + "\\.jar");
    }
}
