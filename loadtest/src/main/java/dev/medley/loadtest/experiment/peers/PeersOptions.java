package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the experiment {@code peers}, and their defaults. */
public final class PeersOptions {

    private static final int MAX_CALLS = 256;
    private static final int MAX_DELAY = 60_000;
    private static final int MAX_USERS = 10_000;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "saturated: users without think time, the server on a core of its own; rate: arrivals at fixed"
                            + " rates (default: saturated).")
    private @Nullable PeerMode mode;

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Servers: medley-async, medley-virtual, vertx, jetty-async, jetty-virtual, helidon (default: all"
                            + " that this Java can run).")
    private List<String> peers = List.of();

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "The server that ratios refer to (default: vertx).")
    private @Nullable String reference;

    @Option(
            names = "--calls",
            split = ",",
            paramLabel = "C",
            description = "Requests to partners for each mashup; several are compared one after another (default: 3; 6"
                    + " with --mode rate).")
    private List<Integer> calls = List.of();

    @Option(
            names = "--delay",
            paramLabel = "MS",
            description = "Delay of the partners in milliseconds (default: 0; 50 with --mode rate).")
    private @Nullable Integer delay;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "R",
            description = "With --mode rate, mashups per second (default: 100,500).")
    private List<Double> rates = List.of();

    @Option(names = "--users", paramLabel = "N", description = "With --mode saturated, users (default: 64).")
    private @Nullable Integer users;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            description = "Time under load for each server and round (default: 3; 8 with --mode rate; 1 with --quick).")
    private @Nullable Double window;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            description = "Rounds in which the machine was slower than at its best by more are dropped (default: 30).")
    private @Nullable Double tolerance;

    /** For picocli. */
    public PeersOptions() {}

    /**
     * The plan.
     *
     * @param java the version of Java that runs the servers
     * @throws IllegalArgumentException if an option has no valid value; the message is for the user
     */
    public PeersPlan plan(boolean quick, CommonOptions common, int java) {
        boolean saturated = mode() == PeerMode.saturated;
        require(!saturated || rates.isEmpty(), "--rates", "is for --mode rate");
        require(saturated || users == null, "--users", "is for --mode saturated");
        Peer first = named("--reference", reference == null ? "vertx" : reference, java);
        int count = common.rounds(quick ? 2 : saturated ? 10 : 6);
        double seconds = window == null ? (quick ? 1 : saturated ? 3 : 8) : window;
        require(seconds >= 0.5 && seconds <= 600, "--window", "is %s; expected 0.5 to 600 seconds".formatted(seconds));
        double percent = tolerance == null ? 30 : tolerance;
        require(percent > 0, "--tolerance", "is %s; expected more than 0".formatted(percent));
        return new PeersPlan(
                mode(),
                common.protocol(),
                peers(first, java),
                first,
                calls(saturated),
                inRange("--delay", delay == null ? (saturated ? 0 : 50) : delay, 0, MAX_DELAY),
                saturated ? List.of() : rates(quick),
                saturated ? inRange("--users", users == null ? 64 : users, 1, MAX_USERS) : 0,
                count,
                Duration.ofNanos(Math.round(seconds * 1e9)),
                percent,
                quick);
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("mode", mode == null ? "" : mode);
        values.put("peers", String.join(",", peers));
        values.put("reference", reference == null ? "" : reference);
        values.put("calls", joined(calls));
        values.put("delay", delay == null ? "" : delay);
        values.put("rates", joined(rates));
        values.put("users", users == null ? "" : users);
        values.put("window", window == null ? "" : window);
        values.put("tolerance", tolerance == null ? "" : tolerance);
        StringBuilder line = new StringBuilder();
        values.forEach((name, value) -> {
            if (!value.toString().isEmpty()) {
                line.append(" --").append(name).append(' ').append(value);
            }
        });
        return line.toString();
    }

    private PeerMode mode() {
        return mode == null ? PeerMode.saturated : mode;
    }

    private List<Peer> peers(Peer first, int java) {
        if (peers.isEmpty()) {
            return Peer.availableOn(java);
        }
        Set<Peer> chosen = new LinkedHashSet<>();
        for (String name : peers) {
            chosen.add(named("--peers", name, java));
        }
        chosen.add(first);
        return new ArrayList<>(chosen);
    }

    private List<Integer> calls(boolean saturated) {
        if (calls.isEmpty()) {
            return List.of(saturated ? 3 : 6);
        }
        calls.forEach(each -> inRange("--calls", each, 1, MAX_CALLS));
        return calls;
    }

    private List<Double> rates(boolean quick) {
        if (rates.isEmpty()) {
            return quick ? List.of(100.0) : List.of(100.0, 500.0);
        }
        rates.forEach(rate -> require(
                rate > 0 && rate <= 100_000, "--rates", "has %s; expected more than 0, up to 100000".formatted(rate)));
        return rates;
    }

    private static Peer named(String option, String name, int java) {
        try {
            return Peer.named(name, java);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(option + ": " + x.getMessage(), x);
        }
    }

    private static int inRange(String option, int value, int min, int max) {
        require(value >= min && value <= max, option, "is %d; expected %d to %d".formatted(value, min, max));
        return value;
    }

    private static void require(boolean holds, String option, String fault) {
        if (!holds) {
            throw new IllegalArgumentException(option + " " + fault);
        }
    }

    private static String joined(List<? extends Number> numbers) {
        return String.join(
                ",",
                numbers.stream()
                        .map(number -> number.toString().replaceAll("\\.0$", ""))
                        .toList());
    }
}
