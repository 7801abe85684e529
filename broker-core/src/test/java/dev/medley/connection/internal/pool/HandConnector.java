package dev.medley.connection.internal.pool;

import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.Connector;
import dev.medley.connection.internal.Destination;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.TlsOptions;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceName;
import dev.medley.thread.internal.ManualClock;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A connector whose connects the test establishes, over no network. */
final class HandConnector implements Connector {

    private final Deque<Begun> connects = new ArrayDeque<>();

    /** A pool of connections that this connector opens, where the protocol is {@code choice}. */
    ConnectionPool pool(ProtocolChoice choice, String url, Http2Settings http2, int maxConnections) {
        Duration timeout = Duration.ofSeconds(1);
        return new ConnectionManager(this, ManualClock.inline(), Runnable::run)
                .pool(
                        Address.of(URI.create(url)),
                        new ConnectSettings(
                                choice,
                                timeout,
                                timeout,
                                TlsOptions.DEFAULT,
                                http2,
                                ResponseLimits.DEFAULT,
                                AddressRule.ANY),
                        maxConnections,
                        Duration.ZERO);
    }

    /** Establishes the connect that was begun first, as a connection that carries one exchange at a time. */
    HandStreams establish() {
        return establish(1);
    }

    /** Establishes the connect that was begun first, with this number of streams. */
    HandStreams establish(int maxStreams) {
        return opening(maxStreams).established();
    }

    /** Takes the connect that was begun first; {@link HandStreams#established()} establishes it. */
    HandStreams opening(int maxStreams) {
        Begun next = connects.remove();
        return new HandStreams(next.owner, next.listener, maxStreams);
    }

    /** Fails the connect that was begun first. */
    void fail(Throwable failure) {
        connects.remove().listener.onConnectionFailed(failure);
    }

    int pending() {
        return connects.size();
    }

    @Override
    public void start() {}

    @Override
    public Destination destination(Address address, ConnectSettings settings) {
        return new Destination() {
            @Override
            public Address address() {
                return address;
            }

            @Override
            public void connect(ConnectionListener owner, ConnectListener listener) {
                connects.add(new Begun(owner, listener));
            }
        };
    }

    @Override
    public void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
        throw new UnsupportedOperationException("no names here");
    }

    @Override
    public void lookUp(ServiceName service, BiConsumer<@Nullable List<ServiceAddress>, @Nullable Throwable> whenDone) {
        throw new UnsupportedOperationException("no services here");
    }

    @Override
    public void raise(SharedBounds bounds) {}

    @Override
    public void close() {}

    private record Begun(ConnectionListener owner, ConnectListener listener) {}
}
