package dev.medley.connection;

import java.net.SocketAddress;

/** A connection to a partner, as an exchange shows the one that it uses. */
public interface ConnectionInfo {

    /** A number that no other connection of this process has. */
    long id();

    /** The protocol that it speaks. */
    Protocol protocol();

    /** Exchanges that it has carried so far, the present one included. */
    int uses();

    /** Returns whether it has carried another exchange than the present one. */
    default boolean reused() {
        return uses() > 1;
    }

    /** The address of this end. */
    SocketAddress localAddress();

    /** The address of the partner's end. */
    SocketAddress remoteAddress();
}
