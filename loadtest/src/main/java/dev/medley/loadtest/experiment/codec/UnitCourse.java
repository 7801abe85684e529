package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.codec.CodecProgram;
import dev.medley.loadtest.codec.CodecProgram.HoldAnswer;
import dev.medley.loadtest.codec.CodecProgram.LengthAnswer;
import dev.medley.loadtest.codec.CodecProgram.RunAnswer;
import dev.medley.loadtest.experiment.codec.UnitRun.Purpose;
import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.ProgramProcess;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * The course of the first part: units that share threads in one process, so that all models run the same compiled code, then a
 * platform thread for each unit in another one.
 */
final class UnitCourse {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String MAIN = CodecProgram.class.getName();
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(15);

    private final Setup setup;
    private final CodecPlan plan;
    private final List<Model> models;
    private final int cores = Runtime.getRuntime().availableProcessors();

    UnitCourse(Setup setup, CodecPlan plan) {
        this.setup = setup;
        this.plan = plan;
        models = Model.sharing(Runtime.version().feature());
    }

    UnitResults run() throws IOException, InterruptedException {
        UnitResults results;
        try (ProgramProcess program = start("codec-units")) {
            results = new UnitResults(
                    cores, answer(program, "length", LengthAnswer.class).bytes());
            warm(program);
            memory(program, results);
            rounds(program, results);
            graphs(program, results);
            paper(program, results);
        }
        try (ProgramProcess program = start("codec-platform")) {
            platform(program, results);
        }
        return results;
    }

    private ProgramProcess start(String name) throws IOException {
        return ProgramProcess.start(
                name,
                JavaCommand.ofThisClassPath(setup, List.of(), MAIN, List.of()),
                setup.logs().resolve(name + ".log"),
                ANSWERS_WITHIN);
    }

    private static <T> T answer(ProgramProcess program, String command, Class<T> type)
            throws IOException, InterruptedException {
        return JSON.treeToValue(program.command(command), type);
    }

    private static UnitRun run(ProgramProcess program, Purpose purpose, Model model, int units, int slices, int threads)
            throws IOException, InterruptedException {
        String command = purpose == Purpose.EMPTY ? "empty" : "run";
        RunAnswer answer = answer(
                program, "%s %s %d %d %d".formatted(command, model.command(), units, slices, threads), RunAnswer.class);
        return new UnitRun(purpose, model, units, slices, threads, answer);
    }

    /** All models by turns, with one thread and with all. */
    private void warm(ProgramProcess program) throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress().task("warm-up", plan.warmUp().toMillis())) {
            double millis = 0;
            while (millis < plan.warmUp().toMillis()) {
                double before = millis;
                for (Model model : models) {
                    for (int threads : List.of(1, cores)) {
                        UnitRun run = run(program, Purpose.ROUND, model, plan.unitsInRounds(), plan.slices(), threads);
                        millis += run.answer().cpuSeconds()
                                * Duration.ofSeconds(1).toMillis();
                    }
                }
                task.advance((long) (millis - before));
            }
        }
    }

    private void memory(ProgramProcess program, UnitResults results) throws IOException, InterruptedException {
        for (Model model : models) {
            results.hold(
                    model,
                    answer(program, "hold %s %d".formatted(model.command(), plan.heldUnits()), HoldAnswer.class));
            // Once more than it counts: the code of empty slices is compiled by the first.
            run(program, Purpose.EMPTY, model, plan.unitsInRounds(), plan.slices(), 1);
            results.add(run(program, Purpose.EMPTY, model, plan.mostUnits(), plan.slices(), 1));
        }
    }

    /** Each round has all models, and each model with one thread and with all, in an order that changes. */
    private void rounds(ProgramProcess program, UnitResults results) throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress().task("rounds", (long) plan.rounds() * models.size())) {
            for (int round = 0; round < plan.rounds(); round++) {
                List<Model> order = new ArrayList<>(models);
                Collections.rotate(order, round);
                for (Model model : order) {
                    for (int threads : round % 2 == 0 ? List.of(1, cores) : List.of(cores, 1)) {
                        results.add(run(program, Purpose.ROUND, model, plan.unitsInRounds(), plan.slices(), threads));
                    }
                    task.advance(1);
                }
            }
        }
    }

    private void graphs(ProgramProcess program, UnitResults results) throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress()
                .task(
                        "graphs",
                        (long) models.size()
                                * plan.units().size()
                                * plan.threads().size())) {
            for (int threads : plan.threads()) {
                for (int units : plan.units()) {
                    for (Model model : models) {
                        results.add(run(program, Purpose.GRAPH, model, units, plan.slices(), threads));
                        task.advance(1);
                    }
                }
            }
        }
    }

    /** MODEST's table: a thread for each core. */
    private void paper(ProgramProcess program, UnitResults results) throws IOException, InterruptedException {
        int slices = plan.quick() ? plan.slices() : CodecPlan.PAPER_SLICES;
        try (Progress.Task task = setup.progress().task("MODEST's table", models.size())) {
            for (Model model : models) {
                results.add(run(program, Purpose.PAPER, model, plan.mostUnits(), slices, cores));
                task.advance(1);
            }
        }
    }

    /** To where it fails. */
    private void platform(ProgramProcess program, UnitResults results) throws IOException, InterruptedException {
        results.hold(
                Model.PLATFORM,
                answer(
                        program,
                        "hold %s %d".formatted(Model.PLATFORM.command(), plan.heldThreads()),
                        HoldAnswer.class));
        try (Progress.Task task =
                setup.progress().task("platform threads", plan.platformUnits().size())) {
            for (int units : plan.platformUnits()) {
                UnitRun run = run(program, Purpose.PLATFORM, Model.PLATFORM, units, plan.slices(), cores);
                results.add(run);
                task.advance(1);
                if (!run.answer().failure().isEmpty()) {
                    return;
                }
            }
        }
    }
}
