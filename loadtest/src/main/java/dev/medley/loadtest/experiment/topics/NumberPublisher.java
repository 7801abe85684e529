package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.topics.NumberedMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes numbers by POST, each until the server has replied that its log has it, with an {@code Idempotency-Key}. A thread of its own.
 */
final class NumberPublisher implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;
    private static final int BYTES = 200;
    private static final long PAUSE_MILLIS = 20;
    private static final long AGAIN_MILLIS = 50;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI subject;
    private final Thread thread = new Thread(this::publish, "numbers");
    private volatile long published;
    private final AtomicLong repeated = new AtomicLong();
    private volatile boolean ended;

    NumberPublisher(URI subject) {
        this.subject = subject;
        thread.start();
    }

    private void publish() {
        try {
            while (!ended) {
                long number = published + 1;
                while (!isPublished(number)) {
                    repeated.incrementAndGet();
                    Thread.sleep(AGAIN_MILLIS);
                }
                published = number;
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isPublished(long number) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(subject)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "number-" + number)
                .POST(HttpRequest.BodyPublishers.ofString(NumberedMessage.of(number, System.nanoTime(), BYTES)))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == OK;
        } catch (IOException x) {
            // The server is being restarted. It may have the message, and the key tells it so.
            return false;
        }
    }

    /** Returns the last number that the server has. */
    long published() {
        return published;
    }

    /** Returns how often a number was sent again. */
    long repeated() {
        return repeated.get();
    }

    /** Publishes no further number, and returns the last one. */
    long end() throws InterruptedException {
        ended = true;
        thread.join();
        return published;
    }

    @Override
    public void close() {
        ended = true;
        thread.interrupt();
    }
}
