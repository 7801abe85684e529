package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.codec.CodecProgram.HoldAnswer;
import dev.medley.loadtest.experiment.codec.UnitRun.Purpose;
import dev.medley.loadtest.experiment.server.Quartiles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/** What was measured of units of work. */
final class UnitResults {

    private static final double MICROS = 1e6;

    private final int cores;
    private final int documentBytes;
    private final List<UnitRun> runs = new ArrayList<>();
    private final Map<Model, HoldAnswer> held = new EnumMap<>(Model.class);

    /**
     * Without runs; {@link #add} and {@link #hold} add what was measured.
     *
     * @param cores that there are
     * @param documentBytes length of the document
     */
    UnitResults(int cores, int documentBytes) {
        this.cores = cores;
        this.documentBytes = documentBytes;
    }

    int cores() {
        return cores;
    }

    int documentBytes() {
        return documentBytes;
    }

    void add(UnitRun run) {
        runs.add(run);
    }

    void hold(Model model, HoldAnswer memory) {
        held.put(model, memory);
    }

    List<UnitRun> all() {
        return List.copyOf(runs);
    }

    List<UnitRun> of(Purpose purpose) {
        return runs.stream().filter(run -> run.purpose() == purpose).toList();
    }

    List<UnitRun> of(Purpose purpose, Model model) {
        return of(purpose).stream().filter(run -> run.model() == model).toList();
    }

    Optional<UnitRun> one(Purpose purpose, Model model) {
        return of(purpose, model).stream().findFirst();
    }

    /** Seconds of the graph; NaN if there is no such run. */
    double seconds(Model model, int units, int threads) {
        return of(Purpose.GRAPH, model).stream()
                .filter(run -> run.units() == units && run.threads() == threads)
                .mapToDouble(UnitRun::seconds)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Memory of a unit that waits; not a number if it was not measured. */
    HoldAnswer held(Model model) {
        return held.getOrDefault(model, new HoldAnswer(Double.NaN, Double.NaN));
    }

    /** The runs of the rounds with so many threads, in the order of the rounds. */
    private List<UnitRun> rounds(Model model, int threads) {
        return of(Purpose.ROUND, model).stream()
                .filter(run -> run.threads() == threads)
                .toList();
    }

    /** A figure of each round, of the run with one thread and that with one for each core. */
    Quartiles rounds(Model model, ToDoubleBiFunction<UnitRun, UnitRun> figure) {
        return paired(rounds(model, 1), rounds(model, cores), figure);
    }

    /** A figure of each round, of a run of {@code model} and the run of operations in the same round, both with one thread. */
    Quartiles besideOperations(Model model, ToDoubleBiFunction<UnitRun, UnitRun> figure) {
        return paired(rounds(model, 1), rounds(Model.OPERATION, 1), figure);
    }

    private static Quartiles paired(
            List<UnitRun> first, List<UnitRun> second, ToDoubleBiFunction<UnitRun, UnitRun> figure) {
        return Quartiles.of(IntStream.range(0, Math.min(first.size(), second.size()))
                .mapToObj(round -> figure.applyAsDouble(first.get(round), second.get(round)))
                .toList());
    }

    /** T1 / (p Tp). */
    Quartiles efficiency(Model model) {
        return rounds(model, (one, all) -> one.seconds() / (cores * all.seconds()));
    }

    /** CPU time with one thread, of that with one for each core: what the machine does beside takes no part in it. */
    Quartiles cpuEfficiency(Model model) {
        return rounds(
                model, (one, all) -> one.answer().cpuSeconds() / all.answer().cpuSeconds());
    }

    /** The time with one thread, of that of operations. */
    Quartiles timeOfOperations(Model model) {
        return besideOperations(model, (run, operations) -> run.seconds() / operations.seconds());
    }

    /** What a slice takes longer than a coding of an operation, in microseconds. */
    Quartiles sliceMicros(Model model) {
        return besideOperations(
                model, (run, operations) -> (run.seconds() - operations.seconds()) / run.codings() * MICROS);
    }
}
