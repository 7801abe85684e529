package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server under load for a long time, whose partners and network fail at random: what it holds has to stay, and to go in the end. */
public final class Soak implements Experiment {

    private static final String NAME = "server-soak";
    private static final int SAMPLES_PER_RELOAD = 4;

    private final SoakPlan plan;

    public Soak(SoakPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Path mashups = SoakMashups.writeTo(setup.out().resolve("mashups"));
        try (SoakPartners partners = SoakPartners.start(plan.seed())) {
            String yaml = partners.configuration(plan.mode());
            try (ServerUnderTest bench =
                    ServerUnderTest.unsampled(ServerUnderTest.launch(setup, NAME, yaml, mashups))) {
                SoakReloads reloads = new SoakReloads(
                        bench.admin(),
                        setup.logs().resolve(NAME + ".yaml"),
                        List.of(yaml, yaml.replace("timeout: 6s", "timeout: 5s")),
                        SAMPLES_PER_RELOAD);
                SoakRun run = new SoakCourse(setup, plan, partners, bench, reloads).run();
                return SoakReport.of(setup, plan, run);
            }
        }
    }
}
