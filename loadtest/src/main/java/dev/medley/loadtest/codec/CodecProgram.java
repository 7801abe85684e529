package dev.medley.loadtest.codec;

import com.sun.management.OperatingSystemMXBean;
import dev.medley.loadtest.experiment.server.LiveHeap;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program that runs units of work. Each line of its standard input is a command, and each has one line of JSON for an answer:
 *
 * <pre>
 * run MODEL UNITS SLICES THREADS     units that encode and decode JSON once in a slice
 * empty MODEL UNITS SLICES THREADS   units that do nothing in a slice
 * hold MODEL UNITS                   memory of units that wait between two slices
 * length                             length of the document
 * </pre>
 *
 * MODEL is {@code operation}, {@code fiber}, {@code virtual} or {@code platform}. The end of the input ends the program.
 */
public final class CodecProgram {

    /** Percentiles of the times, with 0 for the first unit. */
    private static final int PERCENT = 100;

    private static final int SLICES_OF_HELD = 2;
    private static final double NANOS = 1e9;
    private static final double MEGA = 1024.0 * 1024;

    private final Coding coding = new Coding();
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    CodecProgram() {}

    /**
     * An answer to {@code run} and {@code empty}.
     *
     * @param units that were started
     * @param lost units that have not ended
     * @param seconds from the start to the end of the last unit
     * @param cpuSeconds CPU time of the process meanwhile
     * @param begun seconds by which 0 % (the first), 1 % and so on of the units had begun
     * @param ended the same of their ends
     * @param failure the reason for which the units could not be started; empty if they were
     */
    public record RunAnswer(
            int units,
            int lost,
            double seconds,
            double cpuSeconds,
            List<Double> begun,
            List<Double> ended,
            String failure) {}

    /**
     * An answer to {@code hold}.
     *
     * @param heapBytes heap of a unit
     * @param residentBytes resident memory of the process for a unit
     */
    public record HoldAnswer(double heapBytes, double residentBytes) {}

    /**
     * An answer to {@code length}.
     *
     * @param bytes of the document
     */
    public record LengthAnswer(int bytes) {}

    /**
     * Runs the program.
     *
     * @throws Exception if a command cannot be read or done
     */
    public static void main(String[] arguments) throws Exception {
        new CodecProgram()
                .serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
    }

    private void serve(BufferedReader commands, PrintStream answers) throws IOException, InterruptedException {
        JsonMapper json = JsonMapper.builder().build();
        String command = commands.readLine();
        while (command != null) {
            answers.println(json.writeValueAsString(answer(command)));
            answers.flush();
            command = commands.readLine();
        }
    }

    /**
     * Carries out a command.
     *
     * @throws IllegalArgumentException if there is no such command
     */
    Object answer(String command) throws InterruptedException {
        List<String> words = List.of(command.strip().split(" +", -1));
        return switch (words.get(0) + " " + (words.size() - 1)) {
            case "run 4" -> run(words, coding);
            case "empty 4" -> run(words, () -> {});
            case "hold 2" -> hold(words);
            case "length 0" -> new LengthAnswer(coding.length());
            default ->
                throw new IllegalArgumentException(
                        "the command is %s; expected run or empty MODEL UNITS SLICES THREADS, hold MODEL UNITS, or length"
                                .formatted(command));
        };
    }

    private RunAnswer run(List<String> words, Runnable work) throws InterruptedException {
        UnitModel model = UnitModel.Kind.named(words.get(1)).create();
        Units units = new Units(number("UNITS", words.get(2)), number("SLICES", words.get(3)), work);
        int threads = number("THREADS", words.get(4));
        // What earlier runs have left is not collected at the cost of this one.
        System.gc();
        long cpu = process.getProcessCpuTime();
        try {
            model.run(units, threads);
        } catch (PlatformModel.NoThreadException x) {
            return new RunAnswer(
                    x.started(),
                    units.count(),
                    Double.NaN,
                    Double.NaN,
                    List.of(),
                    List.of(),
                    String.valueOf(x.getMessage()));
        }
        double cpuSeconds = (process.getProcessCpuTime() - cpu) / NANOS;
        UnitTimes times = units.times();
        return new RunAnswer(
                units.count(),
                times.lost(),
                times.seconds(),
                cpuSeconds,
                IntStream.rangeClosed(0, PERCENT).mapToObj(times::begun).toList(),
                IntStream.rangeClosed(0, PERCENT).mapToObj(times::ended).toList(),
                "");
    }

    private HoldAnswer hold(List<String> words) throws InterruptedException {
        UnitModel model = UnitModel.Kind.named(words.get(1)).create();
        Units units = new Units(number("UNITS", words.get(2)), SLICES_OF_HELD, coding);
        long heap = liveHeap();
        double resident = residentBytes();
        UnitModel.Held held = model.hold(units);
        double grown = residentBytes() - resident;
        HoldAnswer answer = new HoldAnswer((liveHeap() - heap) / (double) units.count(), grown / units.count());
        held.release();
        return answer;
    }

    private static long liveHeap() {
        // The use of the heap would have the buffers of threads in it, which are as large as many units.
        try {
            Object histogram = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return LiveHeap.sum(histogram.toString().lines());
        } catch (JMException x) {
            throw new IllegalStateException("this JVM makes no histogram of its heap", x);
        }
    }

    private static double residentBytes() {
        return ProcessFacts.of(ProcessHandle.current().pid()).residentMegabytes() * MEGA;
    }

    private static int number(String name, String word) {
        int number;
        try {
            number = Integer.parseInt(word);
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("%s is %s; expected a number".formatted(name, word), x);
        }
        if (number < 1) {
            throw new IllegalArgumentException("%s is %d; expected 1 or more".formatted(name, number));
        }
        return number;
    }
}
