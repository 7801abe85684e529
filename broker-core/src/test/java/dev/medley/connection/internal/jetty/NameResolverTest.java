package dev.medley.connection.internal.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.Soon;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameResolverTest {

    private static final String UNKNOWN = "no-such-partner.invalid";

    /** The tasks that were handed to the pool. */
    private final BlockingQueue<Runnable> pool = new LinkedBlockingQueue<>();

    /** The names that were looked up. The test looks up those under .test: the slow ones hang until it releases them. */
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** The names of the threads that asked for them. */
    private final List<String> askedBy = new CopyOnWriteArrayList<>();

    private final CountDownLatch slow = new CountDownLatch(1);

    private final NameResolver resolver = new NameResolver(pool::add, this::lookUp);

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
        Runnable answer = nextOnPool();
        assertThat(askedBy).containsExactly("medley-names");
        assertThat(addresses).isNotDone();
        answer.run();
        assertThat(addresses.join())
                .isNotEmpty()
                .allMatch(address -> address.getAddress().isLoopbackAddress());
    }

    @Test
    void anUnknownNameFailsOnThePoolToo() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve(UNKNOWN);
        Runnable answer = nextOnPool();
        assertThat(askedBy).containsExactly("medley-names");
        answer.run();
        assertThat(addresses)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnknownHostException.class)
                .withMessageContaining(UNKNOWN);
    }

    @Test
    void aLookUpThatFailsFailsThePromise() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> addresses = resolve("localhost", -1);
        nextOnPool().run();
        assertThat(addresses)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(resolve("127.0.0.1", -1)).isCompletedExceptionally();
    }

    @Test
    void onceClosedItRefuses() throws InterruptedException {
        resolver.close();
        CompletableFuture<List<InetSocketAddress>> addresses = resolve("localhost");
        nextOnPool().run();
        assertThat(addresses).isCompletedExceptionally();
    }

    @Test
    void aSecondRequestForANameJoinsTheLookUpInProgress() throws InterruptedException {
        CompletableFuture<List<InetSocketAddress>> first = resolve("slow.test", 80);
        CompletableFuture<List<InetSocketAddress>> second = resolve("slow.test", 81);
        assertThat(pool).isEmpty();
        slow.countDown();
        nextOnPool().run();
        nextOnPool().run();
        assertThat(first).isCompleted();
        assertThat(first.join()).extracting(InetSocketAddress::getPort).containsExactly(80);
        assertThat(second.join()).extracting(InetSocketAddress::getPort).containsExactly(81);
        assertThat(asked).containsExactly("slow.test");
    }

    @Test
    void onceItIsAnsweredANameIsLookedUpAnew() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            CompletableFuture<List<InetSocketAddress>> addresses = resolve("quick.test");
            nextOnPool().run();
            assertThat(addresses).isCompleted();
        }
        assertThat(asked).containsExactly("quick.test", "quick.test");
    }

    @Test
    void namesThatHangDelayNoOtherName() throws InterruptedException {
        List<CompletableFuture<?>> hanging = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            hanging.add(resolve("slow.test"));
        }
        hanging.add(resolve("slow-too.test"));
        hanging.add(resolve("slow-as-well.test"));
        CompletableFuture<List<InetSocketAddress>> quick = resolve("quick.test");
        nextOnPool().run();
        assertThat(quick).isCompleted();
        assertThat(hanging).noneMatch(CompletableFuture::isDone);
        Soon.asserted(() -> assertThat(asked)
                .as("one look-up for each name")
                .containsExactlyInAnyOrder("slow.test", "slow-too.test", "slow-as-well.test", "quick.test"));
    }

    private CompletableFuture<List<InetSocketAddress>> resolve(String host) {
        return resolve(host, 80);
    }

    private CompletableFuture<List<InetSocketAddress>> resolve(String host, int port) {
        Promise.Completable<List<InetSocketAddress>> promise = new Promise.Completable<>();
        resolver.resolve(host, port, Map.of(), promise);
        return promise;
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        asked.add(host);
        askedBy.add(Thread.currentThread().getName());
        if (host.startsWith("slow")) {
            try {
                slow.await();
            } catch (InterruptedException x) {
                throw new IllegalStateException("closed", x);
            }
        }
        return InetAddress.getAllByName(host.endsWith(".test") ? "127.0.0.1" : host);
    }

    private Runnable nextOnPool() throws InterruptedException {
        Runnable next = pool.poll(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(next).as("an answer of the system's resolver").isNotNull();
        return next;
    }
}
