package dev.medley.loadtest.topics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program that publishes over one WebSocket, to a server whose address is its argument: {@code HOST PORT}. Each line of its standard input
 * is a command, and each has one line of JSON, {@link PublisherFigures}, for an answer once all is acknowledged:
 *
 * <pre>
 * publish SUBJECT SUBJECTS RATE COUNT BYTES
 * </pre>
 *
 * so many messages of so many bytes, at so many a second. {@code SUBJECT} may have %d, for each of the subjects in turn. Messages of a
 * subject are numbered from 1 on.
 */
public final class PublisherProgram {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long TICK_NANOS = 500_000;
    private static final int MOST_AT_ONCE = 256;
    private static final double NANOS = 1e9;
    private static final double NANOS_A_MILLI = 1e6;

    private final InetSocketAddress server;
    private final Map<String, long[]> numbers = new HashMap<>();

    PublisherProgram(InetSocketAddress server) {
        this.server = server;
    }

    /**
     * Runs the program.
     *
     * @throws Exception if a command cannot be read or done
     */
    public static void main(String[] arguments) throws Exception {
        new PublisherProgram(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])))
                .serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
    }

    private void serve(BufferedReader commands, PrintStream answers) throws IOException {
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
    PublisherFigures answer(String command) throws IOException {
        List<String> words = List.of(command.strip().split(" +", -1));
        if (words.size() != 6 || !words.get(0).equals("publish")) {
            throw new IllegalArgumentException(
                    "the command is %s; expected publish SUBJECT SUBJECTS RATE COUNT BYTES".formatted(command));
        }
        return publish(
                words.get(1),
                Integer.parseInt(words.get(2)),
                Double.parseDouble(words.get(3)),
                Long.parseLong(words.get(4)),
                Integer.parseInt(words.get(5)));
    }

    private PublisherFigures publish(String subject, int subjects, double rate, long count, int bytes)
            throws IOException {
        long[] last = numbers.computeIfAbsent(subject, any -> new long[subjects]);
        try (PublisherSocket socket = PublisherSocket.connect(server)) {
            long begun = System.nanoTime();
            long late = 0;
            long sent = 0;
            while (sent < count) {
                long now = System.nanoTime();
                long due = Math.min(count, (long) ((now - begun) / NANOS * rate) + 1);
                int most = (int) Math.min(due - sent, MOST_AT_ONCE);
                for (int i = 0; i < most; i++) {
                    late = Math.max(late, now - begun - (long) (sent * NANOS / rate));
                    int place = (int) (sent % subjects);
                    last[place]++;
                    socket.add(
                            subject.replace("%d", String.valueOf(place)),
                            NumberedMessage.of(last[place], System.nanoTime(), bytes));
                    sent++;
                }
                socket.flush();
                if (sent < count && sent == due) {
                    LockSupport.parkNanos(
                            Math.max(TICK_NANOS, begun + (long) (sent * NANOS / rate) - System.nanoTime()));
                }
            }
            socket.awaitReplies(count, PATIENCE_NANOS);
            return new PublisherFigures(
                    count,
                    socket.acknowledged(),
                    (System.nanoTime() - begun) / NANOS,
                    late / NANOS_A_MILLI,
                    socket.failures());
        }
    }
}
