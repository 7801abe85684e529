package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.BrokerPool;
import dev.medley.thread.Soon;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks for one connection, and sees that it is answered once and on a broker thread. */
final class Asker implements ConnectListener {

    private final CompletableFuture<PartnerConnection> answer = new CompletableFuture<>();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean onBrokerThreads = true;

    static Asker of(ConnectionPool connections) {
        Asker asker = new Asker();
        connections.open(asker);
        return asker;
    }

    @Override
    public void onConnected(PartnerConnection connection) {
        answered();
        answer.complete(connection);
    }

    @Override
    public void onConnectFailed(Throwable failure) {
        answered();
        answer.completeExceptionally(failure);
    }

    /** The connection, which has to come. */
    PartnerConnection connection() {
        PartnerConnection connection = answer.orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        assertAnsweredWell();
        return connection;
    }

    /** Waits until it is refused with an exception of this kind. */
    void assertFails(Class<? extends Throwable> kind) {
        assertThat(answer)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(kind);
        assertAnsweredWell();
    }

    private void answered() {
        answers.incrementAndGet();
        onBrokerThreads &= BrokerPool.onBrokerThread();
    }

    private void assertAnsweredWell() {
        assertThat(answers).hasValue(1);
        assertThat(onBrokerThreads).as("on a broker thread").isTrue();
    }
}
