package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** All servers of a comparison and their partners, up at the same time; one is under load while the others idle. */
final class PeerBench implements AutoCloseable {

    private final Setup setup;
    private final PeersPlan plan;
    private final String run;
    private final @Nullable Taskset taskset;
    private final PeerPartners partners;
    private final FixedLoop loop;
    private final Random order;
    private final Map<PeerServer, URI> servers = new LinkedHashMap<>();
    private final List<PeerServer> launched = new ArrayList<>();
    private final Map<String, String> excluded = new LinkedHashMap<>();

    private PeerBench(
            Setup setup, PeersPlan plan, String run, @Nullable Taskset taskset, PeerPartners partners, FixedLoop loop) {
        this.setup = setup;
        this.plan = plan;
        this.run = run;
        this.taskset = taskset;
        this.partners = partners;
        this.loop = loop;
        order = new Random(run.hashCode());
    }

    /**
     * Starts partners and servers, and checks the reply of each server. One that does not start or replies wrongly is
     * {@link #excluded}.
     *
     * @param run the name of the run in the results
     * @param taskset holds the servers on a core; empty if nothing is to be pinned
     * @throws IOException if the reference is excluded
     */
    static PeerBench start(Setup setup, PeersPlan plan, String run, Optional<Taskset> taskset)
            throws IOException, InterruptedException {
        FixedLoop loop = FixedLoop.start();
        PeerPartners partners = PeerPartners.start(setup);
        PeerBench bench = new PeerBench(setup, plan, run, taskset.orElse(null), partners, loop);
        try {
            bench.startServers();
            return bench;
        } catch (IOException | InterruptedException | RuntimeException x) {
            bench.close();
            throw x;
        }
    }

    /** All are launched before the first is waited for. */
    private void startServers() throws IOException, InterruptedException {
        for (Peer peer : plan.peers()) {
            launched.add(PeerServer.launch(setup, peer, plan.protocol(), partners, taskset != null));
        }
        ReplyCheck replies = new ReplyCheck(partners.urls());
        for (PeerServer server : launched) {
            try {
                URI at = server.awaitReady();
                for (int calls : plan.calls()) {
                    replies.check(at, calls, plan.delayMillis());
                }
                servers.put(server, at);
            } catch (IOException x) {
                exclude(server, x);
            }
        }
    }

    private void exclude(PeerServer server, IOException failure) throws IOException {
        server.close();
        servers.remove(server);
        String reason = String.valueOf(failure.getMessage());
        if (server.peer() == plan.reference()) {
            throw new IOException("the reference %s cannot be measured: %s".formatted(server.label(), reason), failure);
        }
        excluded.put(server.label(), reason);
        setup.progress().note("%s is excluded: %s".formatted(server.label(), reason));
    }

    /** The servers that are not measured, by name, each with the reason. */
    Map<String, String> excluded() {
        return Collections.unmodifiableMap(excluded);
    }

    /** Warms each server on all cores, and then holds it on its core: a compiler on the core of the requests would starve. */
    void warm() throws IOException, InterruptedException {
        int calls = Collections.max(plan.calls());
        int users = plan.users() == 0 ? 64 : plan.users();
        try (Progress.Task task = setup.progress().task("warm-up", servers.size())) {
            for (PeerServer server : List.copyOf(servers.keySet())) {
                try {
                    new PeerWarmUp(plan.quick())
                            .run(at(server).resolve(PeerSetting.path(calls, 0)), users, server.pid());
                } catch (IOException x) {
                    exclude(server, x);
                }
                task.advance(1);
            }
        }
        if (taskset != null) {
            hold(taskset);
        }
    }

    private void hold(Taskset tool) throws IOException, InterruptedException {
        for (PeerServer server : servers.keySet()) {
            tool.holdProcess(server.pid(), tool.first());
        }
        tool.holdProcess(partners.pid(), tool.others());
        tool.holdProcess(ProcessHandle.current().pid(), tool.others());
        Optional<Long> thread = loop.threadId();
        if (thread.isPresent()) {
            tool.holdThread(thread.get(), tool.first());
        }
    }

    /** Loads each server once under each setting, uncounted. */
    void practise(List<PeerSetting> settings) throws IOException, InterruptedException {
        for (PeerSetting setting : settings) {
            round(setting, 0);
        }
    }

    /** One round: each server in turn, in an order of its own. */
    List<PeerWindow> round(PeerSetting setting, int number) throws IOException, InterruptedException {
        List<PeerServer> turn = new ArrayList<>(servers.keySet());
        Collections.shuffle(turn, order);
        List<Long> pids = turn.stream().map(PeerServer::pid).toList();
        PeerLoad load = new PeerLoad(partners.pid(), pids);
        ReplyCheck replies = new ReplyCheck(partners.urls());
        Map<PeerServer, PeerFigures> figures = new LinkedHashMap<>();
        Map<Long, List<Double>> idle = new HashMap<>();
        double before = loop.seconds();
        for (PeerServer server : turn) {
            try {
                int length = replies.check(at(server), setting.calls(), setting.delayMillis());
                PeerLoad.Window window =
                        load.run(at(server).resolve(setting.path()), setting, plan.window(), server.pid(), length);
                figures.put(server, window.figures());
                window.idlePercent()
                        .forEach((pid, percent) -> idle.computeIfAbsent(pid, each -> new ArrayList<>())
                                .add(percent));
            } catch (IOException x) {
                exclude(server, x);
            }
        }
        double after = loop.seconds();
        List<PeerWindow> windows = new ArrayList<>();
        figures.forEach((server, measured) -> windows.add(new PeerWindow(
                run,
                setting,
                number,
                before,
                after,
                server.label(),
                measured,
                mean(idle.getOrDefault(server.pid(), List.of())))));
        return windows;
    }

    private URI at(PeerServer server) {
        return servers.getOrDefault(server, URI.create(""));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** Gives this process all cores again. */
    void releaseCores() throws IOException, InterruptedException {
        if (taskset != null) {
            taskset.holdProcess(ProcessHandle.current().pid(), taskset.all());
        }
    }

    @Override
    public void close() {
        launched.forEach(PeerServer::close);
        partners.close();
        loop.close();
    }
}
