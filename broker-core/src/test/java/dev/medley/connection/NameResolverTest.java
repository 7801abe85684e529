package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.Soon;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameResolverTest {

    private static final String UNKNOWN = "no-such-partner.invalid";

    /** What was handed to the pool, and the name of the thread that handed it over. */
    private final BlockingQueue<Handed> pool = new LinkedBlockingQueue<>();

    private final NameResolver resolver =
            new NameResolver(task -> pool.add(new Handed(Thread.currentThread().getName(), task)));

    @AfterEach
    void close() {
        resolver.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.1.2.3"})
    void aLiteralAddressNeedsNoOtherThread(String literal) {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve(literal);
        assertThat(addresses).isCompleted();
        assertThat(addresses.join()).singleElement().satisfies(address -> {
            assertThat(address.isUnresolved()).isFalse();
            assertThat(address.getPort()).isEqualTo(80);
        });
        assertThat(pool).isEmpty();
    }

    @Test
    void aNameIsLookedUpByAThreadOfItsOwnAndAnsweredOnThePool() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve("localhost");
        Handed answer = nextOnPool();
        assertThat(answer.by()).isEqualTo("medley-names");
        assertThat(addresses).isNotDone();
        answer.task().run();
        assertThat(addresses.join())
                .isNotEmpty()
                .allMatch(address -> address.getAddress().isLoopbackAddress());
    }

    @Test
    void anUnknownNameFailsOnThePoolToo() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve(UNKNOWN);
        Handed answer = nextOnPool();
        assertThat(answer.by()).isEqualTo("medley-names");
        answer.task().run();
        assertThat(addresses)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnknownHostException.class)
                .withMessageContaining(UNKNOWN);
    }

    @Test
    void whatGoesWrongInALookUpIsTold() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve("localhost", -1);
        nextOnPool().task().run();
        assertThat(addresses)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(resolve("127.0.0.1", -1)).isCompletedExceptionally();
    }

    @Test
    void onceClosedItRefuses() {
        resolver.close();
        assertThat(resolve("localhost")).isCompletedExceptionally();
    }

    private CompletableFuture<List<InetSocketAddress>> resolve(String host) {
        return resolve(host, 80);
    }

    private CompletableFuture<List<InetSocketAddress>> resolve(String host, int port) {
        Promise.Completable<List<InetSocketAddress>> promise = new Promise.Completable<>();
        resolver.resolve(host, port, Map.of(), promise);
        return promise;
    }

    private Handed nextOnPool() throws InterruptedException {
        Handed next = pool.poll(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(next).as("an answer of the system's resolver").isNotNull();
        return next;
    }

    private record Handed(String by, Runnable task) {}
}
