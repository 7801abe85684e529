package dev.medley.connection.internal.connector;

import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.ProtocolNegotiation;
import dev.medley.connection.internal.TlsException;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.connection.internal.jetty.TlsContext;
import dev.medley.connection.internal.jetty.TlsFailure;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.Loop;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * One connect. It looks the name up, tries the addresses one after another until a socket is connected, and sets up TLS and
 * the protocol. The steps behind the socket have the connect time-out once more: the socket's own is Jetty's.
 *
 * <p>Jetty may hold it as long as the connection lives, so it drops its listener once that has been called: else each
 * connection would hold the exchange that it was opened for.
 */
final class PendingConnect implements ConnectListener {

    private static final String KEY = PendingConnect.class.getName();

    private final SocketDestination destination;
    private final ConnectionListener owner;
    private final AtomicReference<@Nullable ConnectListener> listener;
    private final Map<String, Object> context = new ConcurrentHashMap<>();
    /** The loop that asked for the connection, and will select for it; null if another thread asked. */
    private final @Nullable Loop loop = Loop.current();

    private volatile List<InetSocketAddress> untried = List.of();
    private volatile @Nullable EndPoint socket;
    private volatile Clock.@Nullable ScheduledTask timeout;

    PendingConnect(SocketDestination destination, ConnectionListener owner, ConnectListener listener) {
        this.destination = destination;
        this.owner = owner;
        this.listener = new AtomicReference<>(listener);
    }

    /** The connect that Jetty's context belongs to. */
    static PendingConnect of(Map<String, Object> context) {
        return (PendingConnect) Objects.requireNonNull(context.get(KEY), "not a context of a connect");
    }

    /** Returns whether the connection begins with a handshake of TLS. */
    boolean isSecure() {
        return destination.tls() != null;
    }

    void begin() {
        connector().resolve(address(), Promise.from(this::resolved, this::onConnectionFailed));
    }

    /** Called with the addresses of the name, which are tried in turn. */
    void resolved(List<InetSocketAddress> addresses) {
        List<InetSocketAddress> allowed = allowed(addresses);
        if (allowed.isEmpty()) {
            onConnectionFailed(refusal(addresses));
        } else {
            untried = allowed;
            connectOnLoop();
        }
    }

    /** Leaves out the addresses that the partner may not be at. These very addresses are connected to, without a second look-up. */
    private List<InetSocketAddress> allowed(List<InetSocketAddress> addresses) {
        AddressRule rule = destination.settings().allowedAddresses();
        return rule == AddressRule.ANY
                ? addresses
                : addresses.stream()
                        .filter(each -> rule.refusal(each.getAddress()) == null)
                        .toList();
    }

    private ConnectException refusal(List<InetSocketAddress> addresses) {
        AddressRule rule = destination.settings().allowedAddresses();
        String kinds = addresses.stream()
                .map(each -> each.getAddress().getHostAddress() + " (" + rule.refusal(each.getAddress()) + ")")
                .collect(Collectors.joining(", "));
        return new ConnectException("%s does not resolve to a public address, but to %s"
                .formatted(address().host(), kinds));
    }

    private void connectOnLoop() {
        Loop asking = loop;
        if (asking != null && Loop.current() != asking) {
            asking.execute(this::connectNext);
        } else if (BrokerPool.onBrokerThread()) {
            connectNext();
        } else {
            // Jetty reports a time-out on the thread of the scheduler.
            connector().pool().execute(this::connectNext);
        }
    }

    private void connectNext() {
        List<InetSocketAddress> left = untried;
        untried = left.subList(1, left.size());
        context.clear();
        context.put(KEY, this);
        context.put(Transport.CONTEXT_KEY, Transport.TCP_IP);
        context.put(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, Promise.from(connection -> {}, this::failed));
        connector().connectSocket(left.get(0), context);
    }

    /** Called by Jetty if the socket is not connected, or the handshake fails. */
    void failed(Throwable failure) {
        if (socket != null || untried.isEmpty()) {
            onConnectionFailed(failure);
        } else {
            connectOnLoop();
        }
    }

    // ---- Called when the socket is connected. -------------------------------------------------------------------

    /** Puts TLS or the protocol above the socket. */
    Connection connected(EndPoint endPoint) throws IOException {
        socket = endPoint;
        TlsContext tls = destination.tls();
        ClientConnectionFactory negotiation = destination.negotiation();
        if (tls == null || negotiation == null) {
            Protocol protocol = destination.protocolInTheClear();
            if (protocol.multiplexed()) {
                startTimeout("HTTP/2 is not set up", destination.settings().connectTimeout());
            }
            return newConnection(endPoint, protocol);
        }
        onHandshaking();
        startTimeout("tls handshake is not complete", destination.settings().handshakeTimeout());
        SslConnection secured = tls.newConnection(
                endPoint, connector().pool().buffers(), connector().pool());
        context.put(SSLEngine.class.getName(), secured.getSSLEngine());
        EndPoint decrypted = secured.getSslEndPoint();
        decrypted.setConnection(negotiation.newConnection(decrypted, context));
        return secured;
    }

    /** Puts the protocol that the partner has selected above TLS. */
    Connection negotiated(EndPoint endPoint) throws IOException {
        String selected = (String) context.get(ClientConnector.APPLICATION_PROTOCOL_CONTEXT_KEY);
        Protocol protocol =
                ProtocolNegotiation.negotiated(destination.settings().protocol(), selected);
        if (protocol == null) {
            throw new TlsException(
                    "the partner does not offer %s via ALPN (host %s)"
                            .formatted(
                                    destination.settings().protocol().configured(),
                                    address().host()),
                    null);
        }
        return newConnection(endPoint, protocol);
    }

    private Connection newConnection(EndPoint endPoint, Protocol protocol) {
        return switch (protocol) {
            case HTTP_1_1 ->
                connector()
                        .http1()
                        .newConnection(
                                endPoint, address(), destination.settings().limits(), owner, this);
            case HTTP_2 ->
                connector()
                        .http2()
                        .newConnection(
                                endPoint,
                                address(),
                                destination.settings().http2(),
                                destination.settings().limits(),
                                owner,
                                this);
        };
    }

    private void startTimeout(String late, Duration limit) {
        Clock.ScheduledTask scheduled = connector()
                .clock()
                .schedule(
                        limit.toNanos(),
                        () -> onConnectionFailed(
                                new SocketTimeoutException("%s within %d ms".formatted(late, limit.toMillis()))));
        timeout = scheduled;
        if (listener.get() == null) {
            scheduled.cancel();
        }
    }

    // ---- The outcome. One compare-and-set decides. --------------------------------------------------------------

    @Override
    public void onHandshaking() {
        ConnectListener waiting = listener.get();
        if (waiting != null) {
            waiting.onHandshaking();
        }
    }

    @Override
    public void onConnectionEstablished(PartnerConnection connection) {
        ConnectListener first = end();
        if (first == null) {
            connection.close();
            return;
        }
        onBrokerThread(() -> first.onConnectionEstablished(connection));
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        ConnectListener first = end();
        if (first == null) {
            return;
        }
        EndPoint connected = socket;
        if (connected != null) {
            connected.close(failure);
        }
        Throwable explained = destination.tls() == null ? failure : TlsFailure.explained(address(), failure);
        onBrokerThread(() -> first.onConnectionFailed(explained));
    }

    private @Nullable ConnectListener end() {
        ConnectListener first = listener.getAndSet(null);
        Clock.ScheduledTask scheduled = timeout;
        if (scheduled != null) {
            scheduled.cancel();
        }
        return first;
    }

    private void onBrokerThread(Runnable call) {
        if (BrokerPool.onBrokerThread()) {
            call.run();
        } else {
            connector().pool().execute(call);
        }
    }

    private SocketConnector connector() {
        return destination.connector();
    }

    private Address address() {
        return destination.address();
    }
}
