package dev.medley.loadtest.threads;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The socket of a server, and the line that says where it listens. */
final class Listening {

    /** The kernel's own bound is as high or lower. */
    private static final int BACKLOG = 16_384;

    private Listening() {}

    /** Opens a socket on the loopback address. */
    static ServerSocket on(int port) throws IOException {
        return new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /** Says where it listens, for the process that waits for it. */
    static void report(ServerSocket socket) {
        System.out.println("listening at http://127.0.0.1:" + socket.getLocalPort());
        System.out.flush();
    }
}
