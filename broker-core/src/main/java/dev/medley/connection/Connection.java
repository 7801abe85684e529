package dev.medley.connection;

import java.net.SocketAddress;

/** A connection to a partner, as an exchange shows the one that it uses. */
public interface Connection {

    /** A number that no other connection of this process has. */
    long id();

    /** How it talks. */
    Protocol protocol();

    /** Exchanges that it has carried so far, the present one included. */
    int uses();

    /** Whether it carried another exchange before the present one. */
    default boolean reused() {
        return uses() > 1;
    }

    /** This end. */
    SocketAddress localAddress();

    /** The partner's end. */
    SocketAddress remoteAddress();
}
