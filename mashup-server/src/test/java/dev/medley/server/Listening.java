package dev.medley.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Whether a port is listened on, asked without a connect: that would wake what selects for the port. */
final class Listening {

    private Listening() {}

    static boolean on(int port) {
        try (ServerSocket another = new ServerSocket()) {
            another.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return false;
        } catch (BindException taken) {
            return true;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
