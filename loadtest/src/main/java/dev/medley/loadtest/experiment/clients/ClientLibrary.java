package dev.medley.loadtest.experiment.clients;

import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.process.ForeignBuild;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The HTTP clients that are compared, each of which has a program. */
enum ClientLibrary {
    MEDLEY("Medley's broker", "dev.medley.loadtest.clients.MedleyClient", ""),
    APACHE("Apache HttpAsyncClient 5", "clients.ApacheClient", "loadtest/clients/apache"),
    JDK("the JDK's HttpClient", "dev.medley.loadtest.clients.JdkClient", ""),
    JETTY("Jetty's HttpClient", "dev.medley.loadtest.clients.JettyClient", ""),
    VERTX("Vert.x's WebClient", "clients.VertxClient", "loadtest/clients/vertx");

    private final String title;
    private final String main;
    private final String project;

    /** @param project the Maven project with the program; empty if that is on the class path of this one */
    ClientLibrary(String title, String main, String project) {
        this.title = title;
        this.main = main;
        this.project = project;
    }

    /** The name of the product. */
    String title() {
        return title;
    }

    /** The name in options and file names. */
    String shortName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The client of that short name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static ClientLibrary named(String shortName) {
        return Arrays.stream(values())
                .filter(client -> client.shortName().equals(shortName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--clients has '%s'; expected %s"
                        .formatted(
                                shortName,
                                Arrays.stream(values())
                                        .map(ClientLibrary::shortName)
                                        .collect(Collectors.joining(", ")))));
    }

    /**
     * The command line of the program, which is built first where it needs libraries that Medley does not have.
     *
     * @throws IOException if the build fails
     */
    ProcessBuilder command(Setup setup, List<String> arguments) throws IOException, InterruptedException {
        if (project.isEmpty()) {
            return JavaCommand.ofThisClassPath(setup, List.of(), main, arguments);
        }
        String classPath =
                ForeignBuild.of(project).classPath(List.of(), setup.logs().resolve("build-" + shortName() + ".log"));
        return JavaCommand.ofClassPath(setup, List.of(), classPath, main, arguments);
    }
}
