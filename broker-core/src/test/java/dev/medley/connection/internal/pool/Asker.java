package dev.medley.connection.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Acquires one lease, and checks that it is called back once and on a broker thread. */
final class Asker implements LeaseListener {

    private final CompletableFuture<PartnerConnection> answer = new CompletableFuture<>();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean onBrokerThreads = true;

    static Asker of(ConnectionPool connections) {
        return of(connections, false);
    }

    static Asker of(ConnectionPool connections, boolean fresh) {
        Asker asker = new Asker();
        Lease free = connections.acquire(asker, fresh ? PartnerConnection.newestId() : 0);
        if (free != null) {
            asker.answers.incrementAndGet();
            asker.answer.complete(free.connection());
        }
        return asker;
    }

    @Override
    public void onConnectionEstablished(Lease lease) {
        answered();
        answer.complete(lease.connection());
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        answered();
        answer.completeExceptionally(failure);
    }

    /** The answer, whichever thread brings it. */
    CompletableFuture<PartnerConnection> answer() {
        return answer;
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

    /** Gives the only stream of a connection of HTTP/1.1 back. */
    static void release(PartnerConnection connection) {
        ((Lease) connection).release();
    }

    boolean isAnswered() {
        return answers.get() > 0;
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
