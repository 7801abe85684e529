package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The servers of the comparison. */
enum WebServer {
    /** A thread for each connection, without a bound. */
    THREADS("threads"),
    /** A pool of {@link #POOL_THREADS} threads, which accept by turns. */
    POOL("pool"),
    MEDLEY_ASYNC("medley-async"),
    MEDLEY_BLOCKING("medley-blocking"),
    MEDLEY_VIRTUAL("medley-virtual"),
    NGINX("nginx"),
    APACHE("apache"),
    APACHE_PREFORK("apache-prefork");

    /** The threads of the pool, as in the paper, and the processes of Apache where each serves one connection. */
    static final int POOL_THREADS = 10;

    private final String label;

    WebServer(String label) {
        this.label = label;
    }

    /** The servers that Java {@code version} can run. */
    static List<WebServer> availableOn(int version) {
        return Arrays.stream(values())
                .filter(server -> server != MEDLEY_VIRTUAL
                        || ExecutionMode.leftOut(version).isEmpty())
                .toList();
    }

    /**
     * The server of a name.
     *
     * @throws IllegalArgumentException if there is none; the message is for the user
     */
    static WebServer named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--servers has '%s'; expected %s"
                        .formatted(
                                label,
                                Arrays.stream(values()).map(WebServer::label).collect(Collectors.joining(", ")))));
    }

    String label() {
        return label;
    }

    /** The execution mode, if it is Medley. */
    Optional<ExecutionMode> mode() {
        return switch (this) {
            case MEDLEY_ASYNC -> Optional.of(ExecutionMode.ASYNC);
            case MEDLEY_BLOCKING -> Optional.of(ExecutionMode.BLOCKING);
            case MEDLEY_VIRTUAL -> Optional.of(ExecutionMode.VIRTUAL);
            default -> Optional.empty();
        };
    }

    /** Returns whether this project did not write it: it serves files, and runs if it is installed. */
    boolean foreign() {
        return this == NGINX || this == APACHE || this == APACHE_PREFORK;
    }

    /** Path and query of the file of {@code size} bytes. */
    String path(int size) {
        return foreign() ? "/files/" + size : "/file?size=" + size;
    }

    /** Returns whether a connection that is kept has one of a few threads for itself. */
    boolean threadsAreFewerThan(int connections) {
        return (this == POOL || this == APACHE_PREFORK) && connections > POOL_THREADS;
    }
}
