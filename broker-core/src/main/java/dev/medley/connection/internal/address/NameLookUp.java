package dev.medley.connection.internal.address;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A resolver of names to addresses, such as the system's. Thread-safe. */
@FunctionalInterface
public interface NameLookUp {

    /** The system's resolver, with the cache of the JVM before it. */
    NameLookUp SYSTEM = InetAddress::getAllByName;

    /**
     * Returns the addresses of {@code host}, at least one. May block for seconds; called by a thread that may.
     *
     * @throws UnknownHostException if it has none, or cannot be looked up
     */
    InetAddress[] of(String host) throws UnknownHostException;
}
