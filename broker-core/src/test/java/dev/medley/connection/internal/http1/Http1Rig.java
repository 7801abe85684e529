package dev.medley.connection.internal.http1;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.NameLookUp;
import dev.medley.connection.internal.connector.SocketConnector;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A connector for one test, and a partner that the test plays. After the test it checks that no buffer is left. */
final class Http1Rig implements BeforeEachCallback, AfterEachCallback, ConnectionListener {

    private static final long CONNECT_TIMEOUT_MILLIS = 5_000;

    private final CountedPool pool = CountedPool.start();
    private final SocketConnector connector;
    private final HandPartner partner = HandPartner.open();
    private final Set<PartnerConnection> idle = ConcurrentHashMap.newKeySet();
    private final Set<PartnerConnection> closed = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Runnable> whileClosing = new AtomicReference<>(() -> {});

    Http1Rig() {
        this(DefaultOutboundRequest.DEFAULT_MAX_HEAD);
    }

    Http1Rig(int maxRequestHead) {
        connector = new SocketConnector(
                pool.pool(),
                pool.pool().clock(),
                new SharedBounds(CONNECT_TIMEOUT_MILLIS, maxRequestHead, ResponseLimits.DEFAULT.maxHead()),
                NameLookUp.SYSTEM);
    }

    HandPartner partner() {
        return partner;
    }

    /** Opens a connection to the partner. */
    PartnerConnection connect() {
        CompletableFuture<PartnerConnection> connected = new CompletableFuture<>();
        Address address = Address.of(URI.create(partner.url()));
        ConnectSettings settings = ConnectSettings.of(Duration.ofMillis(CONNECT_TIMEOUT_MILLIS));
        connector.destination(address, settings).connect(this, new ConnectListener() {
            @Override
            public void onHandshaking() {
                connected.completeExceptionally(new AssertionError("there is no TLS"));
            }

            @Override
            public void onConnectionEstablished(PartnerConnection connection) {
                connected.complete(connection);
            }

            @Override
            public void onConnectionFailed(Throwable failure) {
                connected.completeExceptionally(failure);
            }
        });
        return connected
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Opens a connection and sends a GET on it. */
    RecordedTransfer get() {
        return send(connect(), get("/"));
    }

    /** Sends {@code request} on {@code connection}. */
    RecordedTransfer send(PartnerConnection connection, DefaultOutboundRequest request) {
        return prepare(connection, request).send();
    }

    /** Prepares to send {@code request} on {@code connection}. */
    RecordedTransfer prepare(PartnerConnection connection, DefaultOutboundRequest request) {
        idle.remove(connection);
        return new RecordedTransfer(connection, request);
    }

    static DefaultOutboundRequest get(String target) {
        return new DefaultOutboundRequest("GET", target, List.of(), null);
    }

    static DefaultOutboundRequest get(List<Header> headers) {
        return new DefaultOutboundRequest("GET", "/", headers, null);
    }

    static DefaultOutboundRequest post(int bytes) {
        return new DefaultOutboundRequest("POST", "/", List.of(), RequestBody.of("text/plain", new byte[bytes]));
    }

    /** A connection that has carried one exchange and is idle. */
    IdlePair idle() {
        PartnerConnection connection = connect();
        RecordedTransfer first = send(connection, get("/"));
        HandConnection hand = partner.accept();
        hand.answerNext("first");
        first.assertAnswered("first");
        awaitIdle(connection);
        return new IdlePair(connection, hand);
    }

    void awaitIdle(PartnerConnection connection) {
        Soon.until("idle", () -> idle.contains(connection));
    }

    boolean wasIdle(PartnerConnection connection) {
        return idle.contains(connection);
    }

    void awaitClosed(PartnerConnection connection) {
        Soon.until("closed", () -> closed.contains(connection));
    }

    @Override
    public void onConnectionIdle(PartnerConnection connection) {
        idle.add(connection);
    }

    @Override
    public void onMaxStreamsChanged(PartnerConnection connection) {}

    @Override
    public void onConnectionDraining(PartnerConnection connection) {}

    @Override
    public void onConnectionStale(PartnerConnection connection) {}

    @Override
    public void onConnectionClosed(PartnerConnection connection) {
        closed.add(connection);
        whileClosing.getAndSet(() -> {}).run();
    }

    /** Has {@code task} run when a connection is taken for closed, and its socket is still open. */
    void whileClosing(Runnable task) {
        whileClosing.set(task);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        connector.start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        partner.close();
        connector.close();
        pool.close();
        if (context.getExecutionException().isEmpty()) {
            pool.assertNoBufferOut();
        }
    }

    /**
     * Both ends of an idle connection.
     *
     * @param connection Medley's end
     * @param hand the partner's end
     */
    record IdlePair(PartnerConnection connection, HandConnection hand) {}
}
