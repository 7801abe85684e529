package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The claims of figure 5. */
final class Figure5Claims {

    static final double PAPER_USERS = 1_400;
    static final double PAPER_OUTBOUND = 8_400;

    private static final double SLOWEST_MILLIS = 5_500;
    private static final double PHASE_OF_TEN_THOUSAND = 0.003;
    private static final double FEW = 40;
    /** The threads of the pool, which starts each when it is needed first. */
    private static final double STARTED_LATE = 16;

    private final LoadResult load;
    private final ServerSamples samples;

    private Figure5Claims(LoadResult load, ServerSamples samples) {
        this.load = load;
        this.samples = samples;
    }

    /**
     * Returns what is claimed of a run. A script has the claims of the paper: threads that do not grow with the users, and the paper's
     * numbers of users and outbound requests. The other forms have stricter ones.
     */
    static List<Verdict> of(MashupForm form, boolean quick, LoadResult load, ServerSamples samples) {
        Figure5Claims claims = new Figure5Claims(load, samples);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(claims.noErrors());
        if (form == MashupForm.script) {
            claims.constantThreads().ifPresent(verdicts::add);
            if (!quick) {
                verdicts.add(claims.asManyAsThePaper());
            }
        } else {
            claims.fewThreads().ifPresent(verdicts::add);
            if (!quick) {
                verdicts.add(claims.inTime());
            }
        }
        return verdicts;
    }

    private Verdict noErrors() {
        return Verdict.of(
                        "No mashup failed, up to " + load.total().mostInFlight() + " users at once",
                        load.total().succeeded() > 0 && load.total().failed() + load.unfinished() == 0)
                .figure("errors", (double) load.total().failed(), "")
                .figure("without an answer at the end", (double) load.unfinished(), "")
                .figure("outbound connections at most", samples.most(ServerSample::connections), "");
    }

    /** Where the number of threads is unknown, nothing is claimed. */
    private Optional<Verdict> fewThreads() {
        double threads = threads(samples);
        return Double.isNaN(threads)
                ? Optional.empty()
                : Optional.of(Verdict.of("The process has fewer than 40 threads", threads < FEW)
                        .figure("threads at most", threads, ""));
    }

    private Optional<Verdict> constantThreads() {
        double first = threads(of(load.phases().get(0)));
        double threads = threads(samples);
        return Double.isNaN(first)
                ? Optional.empty()
                : Optional.of(Verdict.of(
                                "The number of threads does not grow with the users", threads - first <= STARTED_LATE)
                        .figure("threads at most in the first phase", first, "")
                        .figure("threads at most", threads, ""));
    }

    private Verdict asManyAsThePaper() {
        Optional<PhaseResult> best = load.phases().stream()
                .filter(phase -> phase.succeeded() > 0 && phase.failed() == 0)
                .max(Comparator.comparingInt(PhaseResult::mostInFlight));
        double users = best.map(PhaseResult::mostInFlight).orElse(0);
        double outbound = best.map(phase -> outbound(of(phase))).orElse(Double.NaN);
        return Verdict.of(
                        "A phase without errors has at least 1,400 users and 8,400 outbound requests at once",
                        users >= PAPER_USERS && outbound >= PAPER_OUTBOUND)
                .figure("users", users, "")
                .figure("outbound requests", outbound, "");
    }

    private Verdict inTime() {
        PhaseResult tenThousand = load.phases().stream()
                .filter(phase -> Math.abs(1 / phase.plannedPerSecond() - PHASE_OF_TEN_THOUSAND) < 1e-4)
                .findFirst()
                .orElseThrow();
        double p99 = tenThousand.corrected().p99Millis();
        return Verdict.of(
                        "At 10,000 outbound requests the 99th percentile is under 5,500 ms",
                        tenThousand.succeeded() > 0 && p99 < SLOWEST_MILLIS)
                .figure("p99", p99, "ms");
    }

    private ServerSamples of(PhaseResult phase) {
        return samples.between(phase.fromSeconds(), phase.fromSeconds() + phase.seconds());
    }

    private static double threads(ServerSamples of) {
        return of.most(sample -> sample.process().threads());
    }

    private static double outbound(ServerSamples of) {
        return of.most(ServerSample::outbound);
    }
}
