package dev.medley.loadtest.topics;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program with many subscribers to one server, whose address is its argument: {@code HOST PORT}. Each line of its standard input is a
 * command, and each has one line of JSON, {@link SubscriberFigures}, for an answer:
 *
 * <pre>
 * open KIND COUNT SECONDS SUBJECT [OPTION ...]   so many subscribers, spread over the time; answers when all have begun
 *     SUBJECT may have %d, for the number of the subscriber
 *     first=N      the number of the first one (0)
 *     streams=N    streams on each connection of http2 (1000)
 *     reconnect    whoever loses its connection resumes after a pause
 *     small        sockets with small buffers
 * begin            forgets the latencies so far
 * figures
 * pause            reads nothing
 * resume
 * </pre>
 *
 * KIND is {@code websocket}, {@code sse} or {@code http2}. The end of the input ends the program.
 */
public final class SubscriberProgram {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int STREAMS = 1000;
    private static final double NANOS = 1e9;

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final SubscriberLoop loop;
    private long wanted;

    SubscriberProgram(InetSocketAddress server) throws IOException {
        loop = new SubscriberLoop(server);
        Thread thread = new Thread(loop, "subscribers");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Runs the program.
     *
     * @throws Exception if a command cannot be read or done
     */
    public static void main(String[] arguments) throws Exception {
        SubscriberProgram program =
                new SubscriberProgram(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])));
        program.serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
    }

    private void serve(BufferedReader commands, PrintStream answers) throws IOException, InterruptedException {
        JsonMapper json = JsonMapper.builder().build();
        String command = commands.readLine();
        while (command != null) {
            answers.println(json.writeValueAsString(answer(command)));
            answers.flush();
            command = commands.readLine();
        }
        close();
    }

    void close() {
        loop.end();
    }

    /**
     * Carries out a command.
     *
     * @throws IllegalArgumentException if there is no such command
     */
    SubscriberFigures answer(String command) throws InterruptedException {
        List<String> words = List.of(command.strip().split(" +", -1));
        switch (words.get(0)) {
            case "open" -> open(Opening.parse(words));
            case "begin" ->
                loop.ask(() -> {
                    loop.tally().begin();
                    return true;
                });
            case "pause" ->
                loop.ask(() -> {
                    loop.links().forEach(Link::pause);
                    return true;
                });
            case "resume" ->
                loop.ask(() -> {
                    loop.links().forEach(Link::resume);
                    return true;
                });
            case "figures" -> {
                // The answer has them.
            }
            default ->
                throw new IllegalArgumentException(
                        "the command is %s; expected open, begin, pause, resume or figures".formatted(command));
        }
        return loop.ask(this::figures);
    }

    private void open(Opening opening) throws InterruptedException {
        loop.ask(() -> {
            loop.tally().isShared |= !opening.subject().contains("%d");
            wanted += opening.count();
            open(opening, 0, System.nanoTime(), null);
            return true;
        });
        long end = System.nanoTime() + (long) (opening.seconds() * NANOS) + PATIENCE_NANOS;
        long begun;
        do {
            TimeUnit.MILLISECONDS.sleep(20);
            begun = loop.ask(() -> loop.tally().subscribed);
        } while (begun < wanted && System.nanoTime() - end < 0);
    }

    /** Opens those that are due, and asks to be called again for the next ones. On the loop. */
    private void open(Opening opening, int from, long begun, @Nullable Link last) {
        int number = from;
        Link link = last;
        while (number < opening.count() && opening.dueNanos(number) <= System.nanoTime() - begun) {
            link = openOne(opening, number, link);
            number++;
        }
        if (number < opening.count()) {
            int next = number;
            Link current = link;
            loop.after(
                    opening.dueNanos(number) - (System.nanoTime() - begun), () -> open(opening, next, begun, current));
        }
    }

    private @Nullable Link openOne(Opening opening, int number, @Nullable Link last) {
        Subscriber subscriber = loop.newSubscriber(opening.reconnects());
        String subject = opening.subject(number);
        Tally tally = loop.tally();
        return switch (opening.kind()) {
            case WEBSOCKET ->
                loop.connect(
                        new WebSocketWire(subject, subscriber, loop.text(), tally, opening.reconnects()),
                        opening.isSmall());
            case SSE ->
                loop.connect(
                        new EventWire(subject, subscriber, loop.text(), tally, opening.reconnects()),
                        opening.isSmall());
            case HTTP2 -> {
                Link link = number % opening.streams() == 0 || last == null
                        ? loop.connect(new Http2Wire(loop.text(), tally), opening.isSmall())
                        : last;
                if (link != null && link.wire() instanceof Http2Wire wire) {
                    wire.open(subject, subscriber, link);
                }
                yield link;
            }
        };
    }

    private SubscriberFigures figures() {
        Tally tally = loop.tally();
        ByteBuffer histogram = ByteBuffer.allocate(tally.micros.getNeededByteBufferCapacity());
        int length = tally.micros.encodeIntoCompressedByteBuffer(histogram);
        Map<Long, List<Long>> last = new TreeMap<>();
        tally.last.forEach((number, each) -> last.put(number, List.of(each.micros(), each.readers())));
        long[] numbers =
                loop.subscribers().stream().mapToLong(Subscriber::number).toArray();
        return new SubscriberFigures(
                tally.subscribed,
                tally.received,
                tally.lost,
                tally.skipped,
                tally.repeated,
                tally.repeatedInNewEpoch,
                tally.disorder,
                tally.gaps,
                tally.heartbeats,
                tally.broken,
                tally.resumed,
                tally.bytes,
                LongStream.of(numbers).min().orElse(0),
                LongStream.of(numbers).max().orElse(0),
                Base64.getEncoder().encodeToString(Arrays.copyOf(histogram.array(), length)),
                last,
                new TreeMap<>(tally.failures),
                process.getProcessCpuTime() / NANOS);
    }

    /** What {@code open} asks for. */
    private record Opening(
            SubscriberKind kind,
            int count,
            double seconds,
            String subject,
            int first,
            int streams,
            boolean reconnects,
            boolean isSmall) {

        static Opening parse(List<String> words) {
            if (words.size() < 5) {
                throw new IllegalArgumentException("expected open KIND COUNT SECONDS SUBJECT [OPTION ...]");
            }
            int first = 0;
            int streams = STREAMS;
            boolean reconnects = false;
            boolean isSmall = false;
            for (String option : words.subList(5, words.size())) {
                String[] parts = option.split("=", 2);
                switch (parts[0]) {
                    case "first" -> first = Integer.parseInt(parts[1]);
                    case "streams" -> streams = Integer.parseInt(parts[1]);
                    case "reconnect" -> reconnects = true;
                    case "small" -> isSmall = true;
                    default ->
                        throw new IllegalArgumentException(
                                "the option is %s; expected first, streams, reconnect or small".formatted(option));
                }
            }
            return new Opening(
                    SubscriberKind.valueOf(words.get(1).toUpperCase(Locale.ROOT)),
                    Integer.parseInt(words.get(2)),
                    Double.parseDouble(words.get(3)),
                    words.get(4),
                    first,
                    streams,
                    reconnects,
                    isSmall);
        }

        String subject(int number) {
            return subject.replace("%d", String.valueOf(first + number));
        }

        long dueNanos(int number) {
            return (long) (number * seconds * NANOS / count);
        }
    }
}
