package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the experiment {@code soak}, and their defaults. */
public final class SoakOptions {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h)");
    private static final Duration LEAST = Duration.ofSeconds(5);
    private static final Duration DEFAULT = Duration.ofHours(1);
    private static final Duration QUICK_DEFAULT = Duration.ofSeconds(10);
    private static final double RATE = 100;
    private static final double QUICK_RATE = 50;
    private static final double MAX_RATE = 10_000;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Time of the faults, such as 90s, 30m or 4h (default: 1h; 10s with --quick).")
    private @Nullable String duration;

    @Option(names = "--rate", paramLabel = "N", description = "Requests in a second (default: 100; 50 with --quick).")
    private @Nullable Double rate;

    @Option(names = "--seed", paramLabel = "N", description = "Determines faults, mix and arrivals (default: 1).")
    private @Nullable Long seed;

    @Option(
            names = "--execution",
            paramLabel = "MODE",
            description = "Execution mode of the server, async, virtual or blocking (default: async).")
    private @Nullable ExecutionMode execution;

    /** For picocli. */
    public SoakOptions() {}

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if an option has no valid value; the message is for the user
     */
    public SoakPlan plan(boolean quick) {
        double perSecond = rate == null ? (quick ? QUICK_RATE : RATE) : rate;
        if (!(perSecond > 0 && perSecond <= MAX_RATE)) {
            throw new IllegalArgumentException("--rate is %s; expected more than 0, at most 10000".formatted(rate));
        }
        return SoakPlan.of(quick, mode(), time(quick ? QUICK_DEFAULT : DEFAULT), perSecond, seed == null ? 1 : seed);
    }

    private ExecutionMode mode() {
        ExecutionMode mode = execution == null ? ExecutionMode.ASYNC : execution;
        if (!ExecutionMode.available().contains(mode)) {
            throw new IllegalArgumentException(
                    "--execution is '%s', which this Java %d does not have; expected one of %s"
                            .formatted(
                                    mode.configured(),
                                    Runtime.version().feature(),
                                    ExecutionMode.available().stream()
                                            .map(ExecutionMode::configured)
                                            .collect(Collectors.joining(", "))));
        }
        return mode;
    }

    private Duration time(Duration defaultValue) {
        if (duration == null) {
            return defaultValue;
        }
        Matcher matcher = DURATION.matcher(duration);
        Duration time = matcher.matches() ? Duration.parse("PT" + duration.toUpperCase(Locale.ROOT)) : Duration.ZERO;
        if (time.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(
                    "--duration is '%s'; expected 5s or more, such as 90s, 30m or 4h".formatted(duration));
        }
        return time;
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return option("duration", duration)
                + option("rate", rate)
                + option("seed", seed)
                + option("execution", execution == null ? null : execution.configured());
    }

    private static String option(String name, @Nullable Object value) {
        return value == null ? "" : " --%s %s".formatted(name, value);
    }
}
