package dev.medley.connection.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceName;
import java.net.InetAddress;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Opens connections. Thread-safe. */
public interface Connector extends AutoCloseable {

    /**
     * Starts the connector. The pool must have been started.
     *
     * @throws IllegalStateException if it does not start
     */
    void start();

    /**
     * Returns a destination.
     *
     * @throws IllegalArgumentException if connections to it cannot be made by these settings, saying why
     */
    Destination destination(Address address, ConnectSettings settings);

    /**
     * Looks a name up. Does not block.
     *
     * @param whenDone is called once by a thread of the pool, with the addresses in the order of the resolver, or with the
     *     failure
     */
    void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone);

    /** As above, the addresses of a service, which SRV records have. */
    void lookUp(ServiceName service, BiConsumer<@Nullable List<ServiceAddress>, @Nullable Throwable> whenDone);

    /**
     * Raises the bounds that all connections share; a lower value than before has no effect.
     * Heads are bounded by them on connections that are established from now on.
     */
    void raise(SharedBounds bounds);

    /**
     * Closes all connections.
     *
     * @throws IllegalStateException if they do not close
     */
    @Override
    void close();
}
