package dev.medley.server.internal.cli.option;

import dev.medley.server.internal.capacity.SessionPlan;
import picocli.CommandLine.Option;

/** The options of sessions on topics, and of what they get. */
public final class SessionOptions {

    private static final int MAX = Integer.MAX_VALUE;

    @Option(names = "--sessions", paramLabel = "N", required = true, description = "Sessions on topics.")
    private String sessions = "";

    @Option(
            names = "--message-rate",
            paramLabel = "R",
            defaultValue = "1",
            description = "Messages a second to each session (default: ${DEFAULT-VALUE}).")
    private String rate = "";

    @Option(
            names = "--message-size",
            paramLabel = "SIZE",
            defaultValue = "512B",
            description = "Data of a message (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--per-connection",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Sessions that share a connection: event streams over HTTP/2 do (default: ${DEFAULT-VALUE}, as WebSockets have).")
    private String perConnection = "";

    /** Creates options that picocli sets. */
    public SessionOptions() {}

    /**
     * Returns what they say.
     *
     * @throws IllegalArgumentException if a value is invalid
     */
    public SessionPlan.Load load() {
        return new SessionPlan.Load(
                new OptionValue("--sessions", sessions).count(MAX),
                new OptionValue("--per-connection", perConnection).count(MAX),
                new OptionValue("--message-rate", rate).positive(),
                new OptionValue("--message-size", size).bytes());
    }
}
