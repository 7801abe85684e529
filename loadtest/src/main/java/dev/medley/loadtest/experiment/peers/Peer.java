package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The servers of the comparison: Medley, and programs that answer the same mashup on other stacks. */
enum Peer {
    MEDLEY_ASYNC("medley-async"),
    MEDLEY_VIRTUAL("medley-virtual"),
    VERTX("vertx"),
    JETTY_ASYNC("jetty-async"),
    JETTY_VIRTUAL("jetty-virtual"),
    HELIDON("helidon");

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    /** The servers that Java {@code version} can run. */
    static List<Peer> availableOn(int version) {
        return Arrays.stream(values())
                .filter(peer -> version >= peer.firstJava())
                .toList();
    }

    /**
     * The server of a name.
     *
     * @param version of Java, that it is to run on
     * @throws IllegalArgumentException if there is none, or it needs a later Java; the message is for the user
     */
    static Peer named(String label, int version) {
        Peer peer = Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a server of the comparison; expected %s"
                        .formatted(
                                label,
                                String.join(
                                        ", ",
                                        Arrays.stream(values()).map(Peer::label).toList()))));
        if (version < peer.firstJava()) {
            throw new IllegalArgumentException(
                    "%s needs Java %d or later, and this is Java %d".formatted(label, peer.firstJava(), version));
        }
        return peer;
    }

    String label() {
        return label;
    }

    /** The execution mode, if it is Medley. */
    Optional<ExecutionMode> mode() {
        return switch (this) {
            case MEDLEY_ASYNC -> Optional.of(ExecutionMode.ASYNC);
            case MEDLEY_VIRTUAL -> Optional.of(ExecutionMode.VIRTUAL);
            case VERTX, JETTY_ASYNC, JETTY_VIRTUAL, HELIDON -> Optional.empty();
        };
    }

    /** The program, if it is not Medley. */
    Optional<Rival> rival() {
        return switch (this) {
            case MEDLEY_ASYNC, MEDLEY_VIRTUAL -> Optional.empty();
            case VERTX -> Optional.of(new Rival("vertx", "peers.vertx.VertxPeer"));
            case JETTY_ASYNC -> Optional.of(new Rival("jetty", "peers.jetty.JettyPeer", "async"));
            case JETTY_VIRTUAL -> Optional.of(new Rival("jetty", "peers.jetty.JettyPeer", "virtual"));
            case HELIDON -> Optional.of(new Rival("helidon", "peers.helidon.HelidonPeer"));
        };
    }

    private int firstJava() {
        boolean virtualThreads = this == MEDLEY_VIRTUAL || this == JETTY_VIRTUAL || this == HELIDON;
        return virtualThreads ? FIRST_WITH_VIRTUAL_THREADS : 0;
    }

    /**
     * A program of {@code loadtest/peers}. Its arguments are those here, the port, and the URL of each partner.
     *
     * @param project the folder of its Maven project
     * @param main its main class
     * @param arguments the first ones
     */
    record Rival(String project, String main, List<String> arguments) {

        private Rival(String project, String main, String... arguments) {
            this(project, main, List.of(arguments));
        }

        /** The folder of the project, in that of Medley's sources. */
        String folder() {
            return "loadtest/peers/" + project;
        }
    }
}
