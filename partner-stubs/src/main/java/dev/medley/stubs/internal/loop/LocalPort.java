package dev.medley.stubs.internal.loop;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** A TCP port of the loopback address that is taken until it is closed. */
public interface LocalPort extends Closeable {

    /** Returns the number of the port, chosen by the system if 0 was asked for. */
    int number();

    /** Lets one connection that waits for a signal go on. */
    default void proceed() {
        throw new UnsupportedOperationException("port " + number() + " accepts no connection that could wait");
    }

    /** The address of a port; 0 stands for any free one. It is 127.0.0.1 even where IPv6 is preferred. */
    static InetSocketAddress address(int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }
}
