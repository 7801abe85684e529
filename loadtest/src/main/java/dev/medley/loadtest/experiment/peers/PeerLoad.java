package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ProcessCounters;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ThreadCounters;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The load of a window by Medley's own driver, in the process of the experiment, and what the server spent on it. Counters
 * are read when connections are open and again when the last reply is there, so that each mashup is paid for in full.
 */
final class PeerLoad {

    /** Time under load before anything counts. */
    private static final Duration LEAD = Duration.ofSeconds(1);

    private static final double MICROS = 1e6;
    private static final double PERCENT = 100;

    private final long partners;
    private final List<Long> servers;

    /**
     * Creates the load.
     *
     * @param partners the process of the partners
     * @param servers the processes of all servers
     */
    PeerLoad(long partners, List<Long> servers) {
        this.partners = partners;
        this.servers = List.copyOf(servers);
    }

    /** A closed loop in which nothing is measured but throughput, in mashups per second. */
    static double warm(URI target, int users, Duration time) throws IOException {
        LoadPlan plan = LoadPlan.to(target).closed(users).duration(time).build();
        return answered(LoadDriver.run(plan, progress -> {})).total().throughput();
    }

    /**
     * Loads one server for a window.
     *
     * @param server the process of the server
     * @param replyBytes the length that each reply has to have
     */
    Window run(URI target, PeerSetting setting, Duration time, long server, int replyBytes)
            throws IOException, InterruptedException {
        Map<Long, ProcessCounters> idleBefore = others(server);
        long began = System.nanoTime();
        RunningLoad<LoadResult> load = RunningLoad.start(
                onBegin -> () -> LoadDriver.run(plan(target, setting, time), onBegin, progress -> {}));
        Moment before;
        try {
            load.awaitTime(LEAD);
            before = Moment.now(server, partners);
        } catch (IOException | InterruptedException | RuntimeException x) {
            load.interrupt();
            throw x;
        }
        LoadResult result = answered(load.awaitEnd());
        Moment after = Moment.now(server, partners);
        double seconds = (System.nanoTime() - began) / 1e9;
        Map<Long, Double> idle = new HashMap<>();
        others(server)
                .forEach((pid, counters) -> idle.put(
                        pid,
                        PERCENT
                                * counters.since(idleBefore.getOrDefault(pid, counters))
                                        .cpuSeconds()
                                / seconds));
        return new Window(figures(result, before, after, replyBytes, idle), idle);
    }

    private static LoadPlan plan(URI target, PeerSetting setting, Duration time) {
        LoadPlan.Builder plan = LoadPlan.to(target).warmUp(LEAD);
        if (setting.mode() == PeerMode.saturated) {
            plan.closed(setting.users()).rampUp(Duration.ZERO).duration(time);
        } else {
            plan.open(Phase.ofRate(setting.rate(), time)).exponential(true);
        }
        return plan.build();
    }

    private static LoadResult answered(LoadResult result) throws IOException {
        if (result.total().succeeded() == 0) {
            throw new IOException("no mashup was answered: " + result.total().messages());
        }
        return result;
    }

    private static PeerFigures figures(
            LoadResult result, Moment before, Moment after, int replyBytes, Map<Long, Double> idle) {
        PhaseResult total = result.total();
        ThreadCounters server = after.server.since(before.server);
        double load = after.load.since(before.load).cpuSeconds()
                + after.partners.since(before.partners).cpuSeconds();
        double seconds = (after.nanos - before.nanos) / 1e9;
        long mashups = total.succeeded();
        Map<String, Long> messages = new HashMap<>(total.messages());
        // Of replies that failed the length is unknown.
        boolean otherLength = total.failed() == 0 && total.bytes() != mashups * replyBytes;
        if (otherLength) {
            messages.put("replies of another length than the one that was checked", 1L);
        }
        return new PeerFigures(
                mashups,
                total.failed() + (otherLength ? 1 : 0),
                messages,
                server.cpuSeconds() * MICROS / mashups,
                (server.voluntary() + server.involuntary()) / mashups,
                server.involuntary() / mashups,
                total.throughput(),
                total.corrected().p50Millis(),
                total.corrected().p99Millis(),
                result.driver().startDelayP99Millis(),
                PERCENT * server.cpuSeconds() / seconds,
                PERCENT * load / seconds,
                idle.values().stream().mapToDouble(Double::doubleValue).sum(),
                after.server.facts().residentMegabytes(),
                after.server.facts().threads());
    }

    private Map<Long, ProcessCounters> others(long server) {
        Map<Long, ProcessCounters> counters = new HashMap<>();
        servers.stream().filter(pid -> pid != server).forEach(pid -> counters.put(pid, ProcessCounters.of(pid)));
        return counters;
    }

    /**
     * A window.
     *
     * @param figures those of the server
     * @param idlePercent of the other servers by process, the CPU of each in percent of a core
     */
    record Window(PeerFigures figures, Map<Long, Double> idlePercent) {

        Window {
            idlePercent = Map.copyOf(idlePercent);
        }
    }

    /** The counters of all that takes part, at one moment. */
    private record Moment(long nanos, ProcessCounters server, ProcessCounters partners, ProcessCounters load) {

        static Moment now(long server, long partners) {
            return new Moment(
                    System.nanoTime(),
                    ProcessCounters.of(server),
                    ProcessCounters.of(partners),
                    ProcessCounters.of(ProcessHandle.current().pid()));
        }
    }
}
