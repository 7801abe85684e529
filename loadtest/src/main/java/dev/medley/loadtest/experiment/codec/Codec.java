package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import java.io.IOException;

/**
 * Work that takes a processor, such as the coding of JSON: many units of it at once, as in MODEST's measurement, and mashups that wait
 * for partners beside others that code.
 */
public final class Codec implements Experiment {

    private final CodecPlan plan;

    public Codec(CodecPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Report.Builder report = setup.report(
                "Coding JSON: operations, fibers, threads",
                "Up to %,d units at once, as MODEST had them; mashups beside others that code"
                        .formatted(plan.mostUnits()));
        if (plan.has(CodecPart.units)) {
            new UnitReport(plan, new UnitCourse(setup, plan).run()).addTo(report);
        }
        if (plan.has(CodecPart.mashups)) {
            new MashupReport(plan, MashupCourse.run(setup, plan)).addTo(report);
        }
        return report.build();
    }
}
