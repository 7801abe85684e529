package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The options of the experiment {@code codec}, and their defaults. */
public final class CodecOptions {

    private static final int MAX_UNITS = 1_000_000;
    private static final int MAX_THREADS = 64;
    private static final int MAX_WORK = 1_000;
    private static final List<Integer> UNITS = List.of(1, 10, 100, 1_000, 10_000, 100_000);
    private static final List<Integer> QUICK_UNITS = List.of(1, 100, 1_000);
    private static final List<Integer> THREADS =
            IntStream.rangeClosed(1, 8).boxed().toList();
    private static final List<Integer> QUICK_THREADS = List.of(1, 2);
    private static final List<Integer> WORK = List.of(1, 10, 50);
    private static final List<Integer> QUICK_WORK = List.of(10);
    private static final int ROUNDS = 10;
    private static final int QUICK_ROUNDS = 2;

    @Option(names = "--part", split = ",", paramLabel = "PART", description = "units, mashups (default: both).")
    private Set<CodecPart> parts = EnumSet.noneOf(CodecPart.class);

    @Option(
            names = "--units",
            split = ",",
            paramLabel = "N",
            description = "Units of work at once (default: 1,10,100,1000,10000,100000; 1,100,1000 with --quick).")
    private List<Integer> units = List.of();

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description = "Threads that run them (default: 1,2,3,4,5,6,7,8; 1,2 with --quick).")
    private List<Integer> threads = List.of();

    @Option(
            names = "--work",
            split = ",",
            paramLabel = "MS",
            description = "CPU milliseconds of a mashup that codes (default: 1,10,50; 10 with --quick).")
    private List<Integer> work = List.of();

    /** For picocli. */
    public CodecOptions() {}

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if an option has no valid value; the message is for the user
     */
    public CodecPlan plan(boolean quick, CommonOptions common) {
        return new CodecPlan(
                parts.isEmpty() ? EnumSet.allOf(CodecPart.class) : parts,
                chosen("units", units, quick ? QUICK_UNITS : UNITS, MAX_UNITS),
                chosen("threads", threads, quick ? QUICK_THREADS : THREADS, MAX_THREADS),
                chosen("work", work, quick ? QUICK_WORK : WORK, MAX_WORK),
                common.rounds(quick ? QUICK_ROUNDS : ROUNDS),
                quick);
    }

    private static List<Integer> chosen(String name, List<Integer> given, List<Integer> defaults, int most) {
        for (int value : given) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException("--%s has %d; expected 1 to %d".formatted(name, value, most));
            }
        }
        return (given.isEmpty() ? defaults : given).stream().sorted().distinct().toList();
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return option("part", parts.stream().map(Enum::name).collect(Collectors.joining(",")))
                + option("units", list(units))
                + option("threads", list(threads))
                + option("work", list(work));
    }

    private static String list(List<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String option(String name, String value) {
        return value.isEmpty() ? "" : " --%s %s".formatted(name, value);
    }
}
