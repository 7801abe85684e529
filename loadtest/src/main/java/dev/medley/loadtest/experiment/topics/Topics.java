package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.topics.SubscriberKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Topics with many sessions, beside what Mule and MigratoryData have published; broadcasts, silent clients, and faults. */
public final class Topics implements Experiment {

    private final TopicsPlan plan;

    public Topics(TopicsPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Report.Builder report = setup.report(
                        "Topics: many sessions, and what is promised to them",
                        "A server on one core, but for Mule's run; its subscribers and publishers in processes of their own")
                .text(
                        "A message has the time at which it was made, by the monotonic clock of the machine, which all processes share."
                                + " The latency of a message is the time from then until a subscriber has read it."
                                + " All messages are counted, not a sample.");
        CrowdReport crowds = new CrowdReport(report, !setup.quick());
        CrowdCourse course = new CrowdCourse(setup, plan);
        if (plan.has(TopicsCase.mule)) {
            List<CrowdRun> runs = new ArrayList<>();
            runs.add(course.mule(SubscriberKind.WEBSOCKET));
            runs.add(course.mule(SubscriberKind.SSE));
            crowds.mule(runs);
        }
        List<CrowdRun> own = new ArrayList<>();
        if (plan.has(TopicsCase.sockets) || plan.has(TopicsCase.rate)) {
            own.add(course.own(
                    SubscriberKind.WEBSOCKET, plan.sockets(), plan.has(TopicsCase.rate) ? plan.rates() : List.of()));
        }
        if (plan.has(TopicsCase.streams)) {
            own.add(course.own(SubscriberKind.HTTP2, plan.streams(), List.of()));
        }
        crowds.own(own);
        if (plan.has(TopicsCase.broadcast)) {
            FaultReport.broadcast(
                    report, new BroadcastCourse(setup, plan.broadcasts()).run(), plan.broadcasts(), !setup.quick());
        }
        if (plan.has(TopicsCase.silent)) {
            FaultReport.silent(report, new SilentCourse(setup, plan.silent()).run(), plan.silent(), !setup.quick());
        }
        if (plan.has(TopicsCase.faults)) {
            FaultReport.faults(report, new FaultCourse(setup, plan.faults()).run(), plan.faults());
        }
        return report.build();
    }
}
