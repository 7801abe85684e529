package dev.medley.loadtest.clients;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that measures one HTTP client. Each line of its standard input is a command, and each has one line of JSON for
 * an answer:
 *
 * <pre>
 * connect                 a new client, without connections, in place of the one before
 * burst N DELAY TIMES     N requests at once to partners that take DELAY ms, TIMES times one after the other
 * heap N DELAY            heap that N requests take while they all wait
 * disconnect              the client is closed
 * </pre>
 *
 * The end of the input ends the program.
 */
public final class ClientProgram {

    /** Longer than any client waits: a request that has not ended by then is lost. */
    private static final Duration LOST_AFTER = ClientOptions.TIMEOUT.plusSeconds(10);

    private static final int CONNECTS_IN = 4;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int WRONG_ARGUMENTS = 2;

    private final OutboundClient.Factory factory;
    private final ClientOptions options;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private @Nullable OutboundClient client;
    private int threadsBefore;

    ClientProgram(OutboundClient.Factory factory, ClientOptions options) {
        this.factory = factory;
        this.options = options;
    }

    /**
     * Runs the program, and ends the process with exit code 2 if the arguments are invalid.
     *
     * @param factory creates the client
     * @param arguments those of {@code main}
     * @throws Exception if a command cannot be read or done
     */
    public static void run(OutboundClient.Factory factory, String... arguments) throws Exception {
        PrintStream results = System.out;
        // The results have standard output to themselves, whatever a library writes.
        System.setOut(System.err);
        ClientOptions options;
        try {
            options = ClientOptions.parse(arguments);
        } catch (IllegalArgumentException x) {
            System.err.println(x.getMessage());
            System.exit(WRONG_ARGUMENTS);
            return;
        }
        ClientProgram program = new ClientProgram(factory, options);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        program.serve(commands, results);
        // A client may have threads that are no daemons.
        System.exit(0);
    }

    void serve(BufferedReader commands, PrintStream results) throws Exception {
        String command = commands.readLine();
        while (command != null) {
            results.println(answer(command));
            results.flush();
            command = commands.readLine();
        }
        disconnect();
    }

    /**
     * Carries out a command.
     *
     * @return the line of results
     * @throws IllegalArgumentException if there is no such command
     */
    String answer(String command) throws Exception {
        List<String> words = List.of(command.strip().split(" +", -1));
        return switch (words.get(0) + " " + (words.size() - 1)) {
            case "connect 0" -> connect();
            case "disconnect 0" -> disconnect();
            case "burst 3" ->
                bursts(size(words.get(1)), delay(words.get(2)), ClientOptions.number("TIMES", words.get(3)));
            case "heap 2" -> heap(size(words.get(1)), delay(words.get(2)));
            default ->
                throw new IllegalArgumentException(
                        "the command is %s, expected connect, burst N DELAY TIMES, heap N DELAY or disconnect"
                                .formatted(command));
        };
    }

    private int size(String word) {
        int size = ClientOptions.number("N", word);
        if (size > options.maxRequests()) {
            throw new IllegalArgumentException(
                    "N is %d, expected --max-requests, which is %d, at most".formatted(size, options.maxRequests()));
        }
        return size;
    }

    private static Duration delay(String word) {
        return "0".equals(word) ? Duration.ZERO : Duration.ofMillis(ClientOptions.number("DELAY", word));
    }

    private String connect() throws Exception {
        disconnect();
        threads.resetPeakThreadCount();
        threadsBefore = threads.getThreadCount();
        client = factory.create(options);
        return "{}";
    }

    private String disconnect() throws Exception {
        OutboundClient open = client;
        client = null;
        if (open != null) {
            open.close();
            // The next one begins without what this one has left; and some connections are closed by this only.
            liveHeap();
        }
        return "{}";
    }

    private String bursts(int size, Duration delay, int times) throws Exception {
        BurstTotals totals = new BurstTotals();
        long begin = System.nanoTime();
        long cpu = process.getProcessCpuTime();
        for (int i = 0; i < times; i++) {
            Burst burst = send(size, delay);
            await(burst);
            totals.add(burst);
        }
        ResultLine line = new ResultLine()
                .number("cpuMillis", (process.getProcessCpuTime() - cpu) / NANOS_PER_MILLI)
                .number("millis", (System.nanoTime() - begin) / NANOS_PER_MILLI)
                .number("threads", threads.getPeakThreadCount() - (double) threadsBefore);
        totals.writeTo(line);
        return line.toString();
    }

    /** The collections take long: a burst for its heap has no figures of CPU and latency. */
    private String heap(int size, Duration delay) throws Exception {
        long before = liveHeap();
        // Opens the connections, so that the other burst is sent in a moment.
        await(send(size, delay.dividedBy(CONNECTS_IN)));
        Burst burst = send(size, delay);
        // By half of the delay all are to be sent, so that the other half is left for the collection.
        burst.awaitEnd(delay.dividedBy(2));
        long looked = burst.elapsedNanos();
        long waiting = liveHeap();
        int unanswered = burst.unanswered();
        await(burst);
        BurstTotals totals = new BurstTotals();
        totals.add(burst);
        long sent = Arrays.stream(burst.latencies())
                .filter(latency -> latency - delay.toNanos() < looked)
                .count();
        long after = liveHeap();
        ResultLine line = new ResultLine()
                .number("waiting", (double) Math.min(unanswered, sent))
                .number("bytesPerRequest", (waiting - before) / (double) size)
                .number("bytesPerConnection", (after - before) / (double) size);
        totals.writeTo(line);
        return line.toString();
    }

    private Burst send(int size, Duration delay) throws Exception {
        OutboundClient open = client;
        if (open == null) {
            throw new IllegalStateException("there is no client yet: connect comes first");
        }
        Burst burst = new Burst(options.partners(), size, delay);
        burst.begin();
        open.send(burst);
        return burst;
    }

    private static void await(Burst burst) throws InterruptedException {
        burst.awaitEnd(LOST_AFTER);
    }

    private static long liveHeap() {
        // What the first leaves to reference queues and finishers, the second collects.
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
