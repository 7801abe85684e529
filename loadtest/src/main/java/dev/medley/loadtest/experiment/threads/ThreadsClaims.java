package dev.medley.loadtest.experiment.threads;

import static dev.medley.loadtest.experiment.threads.ThreadsPlan.SATURATED;
import static dev.medley.loadtest.experiment.threads.ThreadsPlan.SIZE;

import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What the experiment claims. A claim about a server that was not measured is left out. */
final class ThreadsClaims {

    private static final int ROUND_TRIP = 50;
    private static final double LEAST_HANDSHAKE = 1.8;
    private static final double MOST_HANDSHAKE = 2.2;
    private static final double HELD_THREADS = 2;
    private static final double SAME = 0.95;
    private static final double FEW_THREADS = 60;

    private final ThreadsPlan plan;
    private final Windows windows;

    private ThreadsClaims(ThreadsPlan plan, Windows windows) {
        this.plan = plan;
        this.windows = windows;
    }

    /** The short form, on cold servers, claims only that requests were answered. */
    static List<Verdict> of(ThreadsPlan plan, Windows windows, Collection<String> excluded) {
        ThreadsClaims claims = new ThreadsClaims(plan, windows);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(Verdict.of("Every server that is installed answered with the files", excluded.isEmpty()));
        if (plan.quick()) {
            verdicts.add(Verdict.of(
                    "Every server answered in each window, the pool without a thread for each user included",
                    windows.answered(key -> true)));
            return verdicts;
        }
        verdicts.add(claims.noErrors());
        verdicts.add(claims.keptIsFaster());
        verdicts.add(claims.handshake());
        claims.pauses(verdicts);
        claims.connections(verdicts);
        return verdicts;
    }

    private Verdict noErrors() {
        double errors = windows.errors(ThreadsClaims::bounded);
        return Verdict.of(
                        "No request failed at loads up to 15, nor of 1,000 users at Medley",
                        windows.answered(ThreadsClaims::bounded) && errors == 0)
                .figure("errors", errors, "");
    }

    /**
     * Without those windows in which waiting in vain is what is measured, and those beyond what
     * the backlog, or another server, is meant for.
     */
    static boolean bounded(Windows.Key key) {
        Series series = key.setting().series();
        boolean few = key.setting().users() < ThreadsPlan.THOUSAND
                || key.server().mode().isPresent();
        return few && series != Series.PAUSES && series != Series.CONNECTIONS;
    }

    private Verdict keptIsFaster() {
        Setting kept = Setting.of(Series.LOAD, false, SATURATED, SIZE);
        Verdict verdict = Verdict.of(
                "At load 3 and 8,000 bytes each server answers more requests per second on kept connections",
                measured(kept).stream().allMatch(server -> ratio(server, kept) > 1));
        for (WebServer server : measured(kept)) {
            verdict = verdict.figure(server.label() + ", kept to closed", ratio(server, kept), "");
        }
        return verdict;
    }

    private Verdict handshake() {
        Setting kept = Setting.of(Series.ROUND_TRIP, false, SATURATED, SIZE).withRoundTrip(ROUND_TRIP);
        Verdict verdict = Verdict.of(
                "With a round trip of 50 ms a connection for each request takes twice as long, within 10 %",
                measured(kept).stream()
                        .mapToDouble(server -> slower(server, kept))
                        .allMatch(ratio -> ratio >= LEAST_HANDSHAKE && ratio <= MOST_HANDSHAKE));
        for (WebServer server : measured(kept)) {
            verdict = verdict.figure(server.label() + ", closed to kept", slower(server, kept), "");
        }
        return verdict;
    }

    private void pauses(List<Verdict> verdicts) {
        Setting kept =
                Setting.of(Series.PAUSES, false, ThreadsPlan.PAUSING, SIZE).withPause(ThreadsPlan.PAUSE_MILLIS);
        if (windows.has(WebServer.POOL, kept)) {
            double gain = 1 / ratio(WebServer.POOL, kept);
            verdicts.add(Verdict.of(
                            "30 users who pause, 10 threads: closed connections get at least twice the throughput of kept ones",
                            gain >= HELD_THREADS)
                    .figure("pool, closed to kept", gain, ""));
        }
        if (windows.has(WebServer.MEDLEY_ASYNC, kept)) {
            double ratio = ratio(WebServer.MEDLEY_ASYNC, kept);
            verdicts.add(Verdict.of(
                            "The same users at medley-async: kept connections get at least 95 % of the throughput of closed ones",
                            ratio >= SAME)
                    .figure("kept to closed", ratio, ""));
        }
    }

    private void connections(List<Verdict> verdicts) {
        Setting most = Setting.of(Series.CONNECTIONS, false, plan.connections(), SIZE);
        if (windows.has(WebServer.THREADS, most)) {
            double threads = windows.median(WebServer.THREADS, most, WindowFigures::threads);
            verdicts.add(Verdict.of(
                            "A thread for each connection: at %,d kept connections there are as many threads"
                                    .formatted(plan.connections()),
                            threads >= plan.connections())
                    .figure("threads", threads, ""));
        }
        if (windows.has(WebServer.MEDLEY_ASYNC, most)) {
            double threads = windows.median(WebServer.MEDLEY_ASYNC, most, WindowFigures::threads);
            double errors = windows.errors(key ->
                    key.server() == WebServer.MEDLEY_ASYNC && key.setting().equals(most));
            verdicts.add(Verdict.of(
                            "medley-async has at most 60 threads there, and no request fails",
                            threads <= FEW_THREADS && errors == 0)
                    .figure("threads", threads, "")
                    .figure("errors", errors, ""));
        }
    }

    private List<WebServer> measured(Setting setting) {
        return windows.servers(setting.series()).stream()
                .filter(server -> windows.has(server, setting) && windows.has(server, setting.withClosing(true)))
                .collect(Collectors.toList());
    }

    /** Throughput on kept connections, as a multiple of that on closed ones. */
    private double ratio(WebServer server, Setting kept) {
        return windows.median(server, kept, WindowFigures::perSecond)
                / windows.median(server, kept.withClosing(true), WindowFigures::perSecond);
    }

    private double slower(WebServer server, Setting kept) {
        return windows.median(server, kept.withClosing(true), WindowFigures::meanMillis)
                / windows.median(server, kept, WindowFigures::meanMillis);
    }
}
