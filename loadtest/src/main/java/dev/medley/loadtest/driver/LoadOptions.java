package dev.medley.loadtest.driver;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@link LoadCommand} that have a default. */
final class LoadOptions {

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "How long, with --users or --rate (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = CommandValues.DurationConverter.class,
            description =
                    "Load before anything is measured (default: ${DEFAULT-VALUE}). Some seconds of it are advised: the"
                            + " driver too is slow at first.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = CommandValues.DurationConverter.class,
            description = "How long a user waits after an answer (default: ${DEFAULT-VALUE}).")
    private Duration think = Duration.ZERO;

    @Option(
            names = "--ramp",
            paramLabel = "TIME",
            converter = CommandValues.DurationConverter.class,
            description = "Over which time users begin, before the warm-up (default: 2,000 users a second).")
    private @Nullable Duration ramp;

    @Option(
            names = "--exponential",
            description = "Arrivals at exponentially distributed intervals, not at equal ones.")
    private boolean exponential;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = CommandValues.DurationConverter.class,
            description = "When a request is given up (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    @Option(names = "--h2c", description = "HTTP/2 in the clear, not HTTP/1.1.")
    private boolean h2c;

    @Option(
            names = "--expect",
            paramLabel = "TEXT",
            description = "An answer without that text in its body is an error, as one with another status than 200.")
    private @Nullable String expected;

    @Option(
            names = "--sources",
            split = ",",
            paramLabel = "ADDRESS",
            description = "Addresses of this machine to connect from, in turn (default for a target in 127.0.0.0/8:"
                    + " 127.0.0.2 to 127.0.0.5).")
    private List<InetAddress> sources = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "Threads that carry the connections (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at a time (default: what the limit of open files allows).")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "256",
            description = "With --h2c, requests at a time on a connection (default: ${DEFAULT-VALUE}).")
    private int streams;

    LoadPlan plan(URI url, LoadCommand.Loop loop) {
        LoadPlan.Builder plan = LoadPlan.to(url)
                .protocol(h2c ? LoadProtocol.H2C : LoadProtocol.HTTP_1_1)
                .exponential(exponential)
                .warmUp(warmUp)
                .thinkTime(think)
                .duration(CommandValues.seconds(seconds))
                .timeout(timeout)
                .sources(sources)
                .threads(threads)
                .streamsPerConnection(streams)
                .expectedText(expected);
        if (loop.users != null) {
            plan.closed(loop.users);
        } else if (loop.rate != null) {
            plan.open(Phase.ofRate(loop.rate, CommandValues.seconds(seconds)));
        } else {
            plan.open(loop.phases);
        }
        if (ramp != null) {
            plan.rampUp(ramp);
        }
        if (maxConnections != null) {
            plan.maxConnections(maxConnections);
        }
        return plan.build();
    }
}
