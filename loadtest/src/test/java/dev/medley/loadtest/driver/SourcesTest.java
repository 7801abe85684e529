package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.get;
import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.runWell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import dev.medley.loadtest.driver.client.SourceRotation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourcesTest {

    private static final int USERS = 6;

    private final Set<String> callers = new ConcurrentSkipListSet<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch all = new CountDownLatch(USERS);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            callers.add(exchange.getRemoteAddress().getAddress().getHostAddress());
            awaitAll();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void connectsFromTheAddressesOfThePlanInTurn() throws IOException {
        List<InetAddress> sources = addresses("127.0.0.1", "127.0.0.17", "127.0.0.18");
        assumeThat(sources).allMatch(SourceRotation::isLocal);

        runWell(get(uri(), "/").sources(sources).closed(USERS).rampUp(millis(0)).duration(millis(2000)));

        assertThat(callers).isEqualTo(new TreeSet<>(Set.of("127.0.0.1", "127.0.0.17", "127.0.0.18")));
    }

    @Test
    void connectsToTheLoopbackNetworkFromFourAddressesByDefault() throws IOException {
        assumeThat(addresses("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"))
                .allMatch(SourceRotation::isLocal);

        runWell(get(uri(), "/").closed(USERS).rampUp(millis(0)).duration(millis(2000)));

        assertThat(callers).isEqualTo(new TreeSet<>(Set.of("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")));
    }

    @Test
    void leavesTheChoiceToTheSystemForOtherTargets() throws IOException {
        assertThat(SourceRotation.choose(List.of(), InetAddress.getByName("192.0.2.1")))
                .isEmpty();
        assertThat(new SourceRotation(List.of()).getBindAddress()).isNull();
    }

    /** Answers none before all have asked, so that each needs a connection. */
    private void awaitAll() {
        all.countDown();
        try {
            assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static List<InetAddress> addresses(String... texts) {
        return Stream.of(texts)
                .map(text -> new InetSocketAddress(text, 0).getAddress())
                .toList();
    }
}
