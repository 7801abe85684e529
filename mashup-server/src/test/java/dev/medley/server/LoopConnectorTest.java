package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.account.internal.HeldBytes;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.http.Connectors;
import dev.medley.server.internal.http.PoolServer;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.server.internal.tls.ServerTls;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Loop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connectors of a server without handlers, which answers 404, on a pool with one loop. */
class LoopConnectorTest {

    private static final int PATIENCE_MILLIS = 15_000;

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final PoolServer server =
            Connectors.mashupServer(pool, new HeldBytes(1 << 20), ExecutionMode.ASYNC, InboundWatch.PERIOD);
    private final ServerSettings settings =
            ServerSettings.builder().host("127.0.0.1").port(0).build();

    @BeforeEach
    void start() {
        pool.start();
    }

    @AfterEach
    void close() throws Exception {
        server.stop();
        pool.close();
    }

    @Test
    void aStoppedConnectorNoLongerListensWhileTheLoopsRunOn() throws Exception {
        ServerConnector connector = startPlain();
        int port = connector.getLocalPort();
        assertThat(Listening.on(port)).isTrue();

        connector.stop();

        await().until(() -> !Listening.on(port));
        assertThat(loop().isRunning()).isTrue();
    }

    @Test
    void aConnectionThatIsAcceptedWhileTheConnectorStopsIsClosed() throws Exception {
        ServerConnector connector = startPlain();
        CountDownLatch stopping = new CountDownLatch(1);
        loop().execute(() -> awaited(stopping));
        // The loop finds it when it selects again, and opens it after what the stop has asked of the loop.
        try (Socket client = connect(connector)) {
            Thread stop = new Thread(() -> stopped(connector), "stop");
            stop.start();
            await().until(() -> stop.getState() == Thread.State.TIMED_WAITING);

            stopping.countDown();

            assertThat(isClosed(client)).isTrue();
            stop.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void noHandshakeEndsOnTheLoop(String version, @TempDir Path folder) throws Exception {
        BlockingQueue<Integer> endedOn = new LinkedBlockingQueue<>();
        try (TlsRig rig = new TlsRig(folder);
                ServerTls tls = ServerTls.open(
                        "server.tls",
                        ServerSettings.builder()
                                .tls(keys -> keys.certificate(
                                        rig.localhost().chain(), rig.localhost().key()))
                                .build()
                                .tls(),
                        Instant::now,
                        pool)) {
            ServerConnector connector = Connectors.mashups(server, settings, tls, pool.clock());
            connector.addBean(new SslHandshakeListener() {
                @Override
                public void handshakeSucceeded(Event event) {
                    endedOn.add(Loop.currentNumber());
                }
            });
            server.start();
            try (SSLSocket client = rig.clients().socket(connector.getLocalPort())) {
                client.setEnabledProtocols(new String[] {version});
                SSLParameters parameters = client.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {"http/1.1"});
                client.setSSLParameters(parameters);
                client.startHandshake();

                assertThat(endedOn.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isZero();
            }
        }
    }

    private ServerConnector startPlain() throws Exception {
        ServerConnector connector = Connectors.mashups(server, settings, null, pool.clock());
        server.start();
        return connector;
    }

    private Loop loop() {
        return Objects.requireNonNull(pool.loops()).all().get(0);
    }

    private static Socket connect(ServerConnector connector) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        client.setSoTimeout(PATIENCE_MILLIS);
        return client;
    }

    private static boolean isClosed(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static void stopped(ServerConnector connector) {
        try {
            connector.stop();
        } catch (Exception x) {
            throw new IllegalStateException(x);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
