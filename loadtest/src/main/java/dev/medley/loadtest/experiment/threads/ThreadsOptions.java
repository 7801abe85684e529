package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the experiment {@code threads}, and their defaults. */
public final class ThreadsOptions {

    private static final int ROUNDS = 3;
    private static final int CONNECTIONS = 8_000;
    private static final int QUICK_CONNECTIONS = 200;
    private static final int LEAST_CONNECTIONS = 100;
    /** One file each, and 20,000 files for a process. */
    private static final int MOST_CONNECTIONS = 19_000;

    @Option(
            names = "--servers",
            split = ",",
            paramLabel = "NAME",
            description = "threads, pool, medley-async, medley-blocking, medley-virtual, nginx, apache, apache-prefork"
                    + " (default: all that this Java can run and that are installed).")
    private List<String> servers = List.of();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "The most connections at a time (default: 8000; 200 with --quick).")
    private @Nullable Integer connections;

    /** For picocli. */
    public ThreadsOptions() {}

    /**
     * The plan.
     *
     * @param java the version of Java that runs the servers
     * @throws IllegalArgumentException if an option has no valid value; the message is for the user
     */
    public ThreadsPlan plan(boolean quick, CommonOptions common, int java) {
        int most = connections == null ? (quick ? QUICK_CONNECTIONS : CONNECTIONS) : connections;
        if (most < LEAST_CONNECTIONS || most > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "--connections is %d; expected %d to %d".formatted(most, LEAST_CONNECTIONS, MOST_CONNECTIONS));
        }
        return new ThreadsPlan(chosen(java), common.rounds(quick ? 1 : ROUNDS), most, quick);
    }

    private List<WebServer> chosen(int java) {
        List<WebServer> available = WebServer.availableOn(java);
        if (servers.isEmpty()) {
            return available;
        }
        List<WebServer> named =
                servers.stream().map(WebServer::named).distinct().sorted().toList();
        Optional<WebServer> missing =
                named.stream().filter(server -> !available.contains(server)).findFirst();
        if (missing.isPresent()) {
            throw new IllegalArgumentException("--servers has %s, which needs Java 21 or later, and this is Java %d"
                    .formatted(missing.get().label(), java));
        }
        return named;
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return (servers.isEmpty() ? "" : " --servers " + String.join(",", servers))
                + (connections == null ? "" : " --connections " + connections);
    }
}
