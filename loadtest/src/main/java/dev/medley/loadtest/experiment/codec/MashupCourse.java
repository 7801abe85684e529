package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The course of the second part: each round has all ways with all sizes of work, in an order of its own. */
final class MashupCourse {

    private MashupCourse() {}

    static MashupResults run(Setup setup, CodecPlan plan) throws IOException, InterruptedException {
        Optional<Taskset> taskset = Taskset.find();
        try (MashupBench bench = MashupBench.start(setup, plan, taskset)) {
            try (Progress.Task task = setup.progress().task("warm-up of the server", 1)) {
                bench.warm();
                task.advance(1);
            }
            List<MashupWindow> windows = measure(setup, plan, bench);
            return new MashupResults(bench.ways(), windows, bench.codingsPerMilli(), taskset.isPresent());
        } finally {
            if (taskset.isPresent()) {
                taskset.get()
                        .holdProcess(
                                ProcessHandle.current().pid(), taskset.get().all());
            }
        }
    }

    private static List<MashupWindow> measure(Setup setup, CodecPlan plan, MashupBench bench)
            throws IOException, InterruptedException {
        List<MashupWindow> windows = new ArrayList<>();
        int perRound = 1 + plan.work().size() * bench.ways().size();
        try (Progress.Task task = setup.progress().task("mashups", (long) plan.mashupRounds() * perRound)) {
            for (int round = 0; round < plan.mashupRounds(); round++) {
                windows.add(bench.measure(Way.ALONE, 0));
                task.advance(1);
                List<Way> order = new ArrayList<>(bench.ways());
                Collections.rotate(order, round);
                for (int work : plan.work()) {
                    for (Way way : order) {
                        windows.add(bench.measure(way, work));
                        task.advance(1);
                    }
                }
            }
        }
        return windows;
    }
}
