package dev.medley.loadtest.experiment.policy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that arrive at a rate, whatever becomes of those before them, and that ask again after a pause where they get no
 * answer, a few times. The JDK's HTTP client sends their requests.
 */
final class RetryingClients implements AutoCloseable {

    private static final int OK = 200;
    private static final int RETRIES = 3;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpRequest request;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final SecondTally sent;
    private final SecondTally failed;
    private final AtomicLong lastFailureNanos = new AtomicLong();
    private final AtomicInteger present = new AtomicInteger();

    /** Creates clients of {@code target}; {@code sent} counts their requests, {@code failed} those that have another status than 200. */
    RetryingClients(URI target, SecondTally sent, SecondTally failed) {
        request = HttpRequest.newBuilder(target).timeout(PATIENCE).build();
        this.sent = sent;
        this.failed = failed;
        lastFailureNanos.set(System.nanoTime());
    }

    /** Has clients arrive for {@code seconds}, and waits until the last one has gone. */
    void run(double perSecond, int seconds, Runnable eachSecond) throws InterruptedException {
        long begin = System.nanoTime();
        long interval = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
        long clients = (long) (perSecond * seconds);
        for (long i = 0; i < clients; i++) {
            TimeUnit.NANOSECONDS.sleep(begin + i * interval - System.nanoTime());
            if (i % Math.max(1, (long) perSecond) == 0) {
                eachSecond.run();
            }
            present.incrementAndGet();
            ask(RETRIES);
        }
        while (present.get() > 0) {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Every end is counted.
    private void ask(int retries) {
        sent.count();
        CompletableFuture<HttpResponse<Void>> asked = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        asked.whenComplete((response, failure) -> answered(failure == null && response.statusCode() == OK, retries));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The task fails no more than a send does.
    private void answered(boolean well, int retries) {
        if (!well) {
            failed.count();
            lastFailureNanos.accumulateAndGet(System.nanoTime(), Math::max);
        }
        if (well || retries == 0) {
            present.decrementAndGet();
        } else {
            timer.schedule(() -> ask(retries - 1), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** The time of the last request that failed, by {@link System#nanoTime()}; that of the creation if none has. */
    long lastFailureNanos() {
        return lastFailureNanos.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
