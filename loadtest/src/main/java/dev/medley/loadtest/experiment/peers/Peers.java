package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Medley beside programs that answer the same mashup on other stacks. */
public final class Peers implements Experiment {

    private final PeersPlan plan;

    public Peers(PeersPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        WindowFile file = WindowFile.in(setup.out());
        // A file that cannot be read is reported before an hour is spent.
        file.read();
        build(setup);
        Optional<Taskset> taskset = plan.mode() == PeerMode.saturated ? Taskset.find() : Optional.empty();
        if (plan.mode() == PeerMode.saturated && taskset.isEmpty()) {
            setup.progress()
                    .note("Nothing is pinned: that takes two cores and taskset, of the package util-linux. The figures"
                            + " include what load and partners take from the server.");
        }
        String run = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, String> excluded;
        try (PeerBench bench = PeerBench.start(setup, plan, run, taskset)) {
            bench.warm();
            List<PeerSetting> settings = plan.settings(taskset.isPresent());
            if (!plan.quick()) {
                bench.practise(settings);
            }
            rounds(setup, bench, settings, file);
            bench.releaseCores();
            excluded = bench.excluded();
        }
        return new PeersReport(setup, plan, taskset).of(file.read(), excluded);
    }

    private void build(Setup setup) throws IOException, InterruptedException {
        List<Peer> rivals =
                plan.peers().stream().filter(peer -> peer.rival().isPresent()).toList();
        try (Progress.Task task = setup.progress().task("building the servers by Maven", rivals.size())) {
            for (Peer peer : rivals) {
                PeerServer.build(setup, peer);
                task.advance(1);
            }
        }
    }

    /** The settings by turns, until each has as many rounds as wanted, or as many as there may be. */
    private void rounds(Setup setup, PeerBench bench, List<PeerSetting> settings, WindowFile file)
            throws IOException, InterruptedException {
        Map<PeerSetting, List<PeerWindow>> windows =
                settings.stream().collect(Collectors.toMap(Function.identity(), each -> new ArrayList<>()));
        Map<PeerSetting, Integer> counted = new HashMap<>();
        try (Progress.Task task = setup.progress()
                .task("rounds of " + plan.peers().size() + " servers", (long) plan.rounds() * settings.size())) {
            for (int number = 1; number <= plan.maxRounds(); number++) {
                for (PeerSetting setting : settings) {
                    if (counted.getOrDefault(setting, 0) >= plan.rounds()) {
                        continue;
                    }
                    List<PeerWindow> round = bench.round(setting, number);
                    file.append(round);
                    List<PeerWindow> all = windows.getOrDefault(setting, new ArrayList<>());
                    all.addAll(round);
                    int steady = number
                            - PeerComparison.slow(all, plan.tolerancePercent()).size();
                    task.advance(Math.max(0, steady - counted.getOrDefault(setting, 0)));
                    counted.put(setting, steady);
                }
            }
        }
    }
}
