package dev.medley.server.internal.cli.topic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads an event stream, event by event, and ends it when the server is silent. One thread at a time reads. */
final class EventReader implements AutoCloseable {

    /** Three heartbeats of the server. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    /**
     * An event.
     *
     * @param name of its kind; {@code message} without one
     * @param id empty without one
     * @param data empty without data
     * @param retryMillis after which the client comes back; null without
     */
    record Event(
            String name, String id, String data, @Nullable Long retryMillis) {}

    private final InputStream stream;
    private final BufferedReader in;
    private final ScheduledExecutorService watch;
    private final Future<?> looks;
    private volatile long lastRead = System.nanoTime();

    EventReader(InputStream stream) {
        this.stream = stream;
        in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "medley-silence");
            thread.setDaemon(true);
            return thread;
        });
        looks = watch.scheduleAtFixedRate(this::look, 1, 1, TimeUnit.SECONDS);
    }

    private void look() {
        if (System.nanoTime() - lastRead > SILENCE.toNanos()) {
            closeStream();
        }
    }

    /**
     * Returns the next event; null at the end of the stream.
     *
     * @throws IOException if the connection is cut, or the server is silent
     */
    @Nullable
    Event next() throws IOException {
        String name = "message";
        String id = "";
        StringBuilder data = new StringBuilder();
        Long retry = null;
        boolean any = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lastRead = System.nanoTime();
            if (line.isEmpty() && any) {
                return new Event(name, id, data.toString(), retry);
            }
            int colon = line.indexOf(':');
            if (colon <= 0) {
                // A comment, or a field without a value, of which there are none.
                continue;
            }
            String value = line.substring(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
            any = true;
            switch (line.substring(0, colon)) {
                case "event" -> name = value;
                case "id" -> id = value;
                case "data" -> data.append(value);
                case "retry" -> retry = millis(value);
                default -> {
                    // A field that is not known is left out, as the standard says.
                }
            }
        }
        return null;
    }

    private static @Nullable Long millis(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException x) {
            // As browsers do with one that is no number.
            return null;
        }
    }

    private void closeStream() {
        try {
            stream.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @Override
    public void close() {
        looks.cancel(false);
        watch.shutdown();
        closeStream();
    }
}
