package dev.medley.loadtest.experiment.server;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that several experiments have. */
public final class CommonOptions {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Rounds of sweep and slow-partner (default: 5), of clients and codec (default: 10), of threads (default: 3), and"
                            + " counted rounds of peers (default: 10; 6 with --mode rate); with --quick 2 of each, 1 of threads.")
    private @Nullable Integer rounds;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description =
                    "Protocol to the partners: http/1.1 or h2c. In clients it applies to all, in peers to Medley only;"
                            + " the other servers use HTTP/1.1 (default: http/1.1).")
    private @Nullable String protocol;

    /** For picocli. */
    public CommonOptions() {}

    /**
     * The rounds.
     *
     * @param defaultValue their number if it was not given
     * @throws IllegalArgumentException if there are none
     */
    public int rounds(int defaultValue) {
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds is %d; expected 1 or more".formatted(rounds));
        }
        return rounds == null ? defaultValue : rounds;
    }

    /**
     * The protocol with the partners.
     *
     * @throws IllegalArgumentException if it is another
     */
    public PartnerProtocol protocol() {
        String name = protocol == null ? PartnerProtocol.HTTP_1_1.configured() : protocol.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "http/1.1" -> PartnerProtocol.HTTP_1_1;
            case "h2c" -> PartnerProtocol.H2C;
            default ->
                throw new IllegalArgumentException("--protocol is '%s'; expected http/1.1 or h2c".formatted(protocol));
        };
    }

    public boolean hasRounds() {
        return rounds != null;
    }

    public boolean hasProtocol() {
        return protocol != null;
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return (rounds == null ? "" : " --rounds " + rounds) + (protocol == null ? "" : " --protocol " + protocol);
    }
}
