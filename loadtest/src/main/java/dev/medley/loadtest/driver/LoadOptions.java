package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.LoadTrust;
import dev.medley.loadtest.driver.plan.Phase;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
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
            description = "Time before measurement starts, such as 800ms, 2s or 1m (default: ${DEFAULT-VALUE}). A few"
                    + " seconds are recommended, because the driver itself is slow at first.")
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

    @Option(
            names = "--close",
            description = "A connection for each request, by Connection: close; its opening is part of the latency"
                    + " (default: connections are kept).")
    private boolean close;

    @Option(names = "--http1.0", description = "HTTP/1.0 in place of HTTP/1.1: a connection for each request.")
    private boolean http10;

    @Option(names = "--h2c", description = "Clear-text HTTP/2 in place of HTTP/1.1, to an http URL.")
    private boolean h2c;

    @Option(names = "--h2", description = "HTTP/2 over TLS, via ALPN, in place of HTTP/1.1, to an https URL.")
    private boolean h2;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "PEM file of the authority to trust for an https URL (default: the Java runtime's).")
    private @Nullable Path trust;

    @Option(names = "--insecure", description = "Accepts any certificate of an https URL.")
    private boolean insecure;

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
            description = "Local addresses to connect from, round robin (default for a target in 127.0.0.0/8:"
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
                    "With --h2 or --h2c, maximum number of concurrent requests per connection (default: ${DEFAULT-VALUE}).")
    private int streams;

    LoadPlan plan(URI url, LoadCommand.Loop loop) {
        LoadPlan.Builder plan = LoadPlan.to(url)
                .protocol(protocol(url))
                .trust(trust(url))
                .exponential(exponential)
                .warmUp(warmUp)
                .thinkTime(think)
                .duration(CommandValues.seconds(seconds))
                .timeout(timeout)
                .sources(sources)
                .threads(threads)
                .streamsPerConnection(streams)
                .closing(close)
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

    /** Returns whether the certificates of an https URL are not verified. */
    boolean insecure() {
        return insecure;
    }

    private LoadProtocol protocol(URI url) {
        if (h2 && h2c) {
            throw new IllegalArgumentException("--h2 and --h2c exclude each other");
        }
        if ((h2 || h2c) && (http10 || close)) {
            throw new IllegalArgumentException(
                    "%s and %s exclude each other".formatted(http10 ? "--http1.0" : "--close", h2 ? "--h2" : "--h2c"));
        }
        if (h2 && !LoadProtocol.isSecure(url)) {
            throw new IllegalArgumentException("--h2 needs an https URL; for " + url + " use --h2c");
        }
        if (h2c && LoadProtocol.isSecure(url)) {
            throw new IllegalArgumentException("--h2c needs an http URL; for " + url + " use --h2");
        }
        if (h2) {
            return LoadProtocol.H2;
        }
        if (h2c) {
            return LoadProtocol.H2C;
        }
        return http10 ? LoadProtocol.HTTP_1_0 : LoadProtocol.HTTP_1_1;
    }

    private LoadTrust trust(URI url) {
        if ((trust != null || insecure) && !LoadProtocol.isSecure(url)) {
            throw new IllegalArgumentException("--trust and --insecure need an https URL, but it is " + url);
        }
        if (trust != null && insecure) {
            throw new IllegalArgumentException("--trust and --insecure exclude each other");
        }
        if (insecure) {
            return LoadTrust.ANY;
        }
        return trust == null ? LoadTrust.OF_RUNTIME : trust(trust);
    }

    private static LoadTrust trust(Path file) {
        try {
            return LoadTrust.authoritiesOf(file);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("--trust " + x.getMessage(), x);
        }
    }
}
