package dev.medley.server;

import com.sun.management.ThreadMXBean;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A server in a process of its own, which reports what it has used so far. The process ends when it is closed, or its parent
 * ends.
 */
final class MeasuredServer implements AutoCloseable {

    /** The optimizing compiler removes some allocations, which depends on time; and loops depend on processors. */
    private static final List<String> SAME_EVERYWHERE =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-XX:ActiveProcessorCount=2");

    private static final long UNKNOWN = -1;

    private final Process process;
    private final BufferedWriter to;
    private final BufferedReader from;
    private final URI uri;

    private MeasuredServer(Process process) throws IOException {
        this.process = process;
        to = process.outputWriter(StandardCharsets.UTF_8);
        from = process.inputReader(StandardCharsets.UTF_8);
        uri = URI.create(line());
    }

    /** Starts a server in {@code async} with one partner. */
    static MeasuredServer start(URI partner, ProtocolChoice protocol) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SAME_EVERYWHERE);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MeasuredServer.class.getName()));
        command.addAll(List.of(partner.toString(), protocol.name()));
        return new MeasuredServer(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    URI uri() {
        return uri;
    }

    /** What the process has used so far. */
    Use use() throws IOException {
        to.newLine();
        to.flush();
        long[] figures =
                Arrays.stream(line().split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new Use(figures[0], figures[1], (int) figures[2]);
    }

    private String line() throws IOException {
        String line = from.readLine();
        if (line == null) {
            throw new IOException("the server under measurement has ended");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        to.close();
        process.onExit().join();
    }

    /**
     * The use of a process since its start.
     *
     * @param bytes allocated by all threads
     * @param calls system calls that read or write; {@value #UNKNOWN} where the system does not count them
     * @param threads that are alive
     */
    record Use(long bytes, long calls, int threads) {

        boolean countsCalls() {
            return calls != UNKNOWN;
        }
    }

    // ---- In the process of the server. --------------------------------------------------------------------------

    /** Takes the URL of the partner and its protocol. */
    public static void main(String[] arguments) throws Exception {
        // Time costs nothing here: on a busy machine, code that is not compiled yet may take seconds to connect.
        PartnerSettings partner = PartnerSettings.of("partner", arguments[0])
                .connectTimeout(Duration.ofSeconds(25))
                .protocol(ProtocolChoice.valueOf(arguments[1]))
                .build();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .partner(partner)
                .mashup(new FanoutServlet())
                .settings(settings -> settings.drain(Duration.ZERO))
                .start()) {
            say(server.uri().toString());
            while (in.readLine() != null) {
                say("%d %d %d"
                        .formatted(
                                allocated(),
                                calls(),
                                ManagementFactory.getThreadMXBean().getThreadCount()));
            }
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] bytes = threads.getThreadAllocatedBytes(threads.getAllThreadIds());
        return Arrays.stream(bytes).filter(each -> each > 0).sum();
    }

    /** Reads and writes, by /proc of Linux; elsewhere, and where it may not be read, they are unknown. */
    private static long calls() throws IOException {
        Path counts = Path.of("/proc/self/io");
        if (!Files.isReadable(counts)) {
            return UNKNOWN;
        }
        return Files.readAllLines(counts).stream()
                .filter(line -> line.startsWith("syscr:") || line.startsWith("syscw:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }
}
