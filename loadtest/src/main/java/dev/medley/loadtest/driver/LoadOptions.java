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
            description = "Length of the load in seconds, with --users or --rate (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = CommandValues.DurationConverter.class,
            description =
                    "Time before measurement starts, such as 800ms, 2s or 1m (default: ${DEFAULT-VALUE}). Some seconds are"
                            + " recommended: the driver, too, is slow at first.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            defaultValue = "0s",
            converter = CommandValues.DurationConverter.class,
            description = "Time that a user waits after a response (default: ${DEFAULT-VALUE}).")
    private Duration think = Duration.ZERO;

    @Option(
            names = "--ramp",
            paramLabel = "TIME",
            converter = CommandValues.DurationConverter.class,
            description = "Time over which users start, before the warm-up (default: 2,000 users per second).")
    private @Nullable Duration ramp;

    @Option(
            names = "--exponential",
            description = "Exponentially distributed intervals between arrivals, instead of equal ones.")
    private boolean exponential;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = CommandValues.DurationConverter.class,
            description = "Timeout of a request (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    @Option(names = "--h2c", description = "Cleartext HTTP/2 instead of HTTP/1.1.")
    private boolean h2c;

    @Option(
            names = "--expect",
            paramLabel = "TEXT",
            description =
                    "Text that the body must contain; a response without it is an error, as is any status except 200.")
    private @Nullable String expected;

    @Option(
            names = "--sources",
            split = ",",
            paramLabel = "ADDRESS",
            description = "Local addresses to connect from, in turn (default for a target in 127.0.0.0/8:"
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
            description = "Maximum number of open connections (default: as many as the limit of open files allows).")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "256",
            description =
                    "With --h2c, maximum number of concurrent requests per connection (default: ${DEFAULT-VALUE}).")
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
