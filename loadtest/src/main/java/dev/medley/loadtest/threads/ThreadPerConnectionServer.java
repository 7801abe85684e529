package dev.medley.loadtest.threads;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Duke's multi-threaded server: one thread accepts, and each connection gets a thread of its own, without a bound. */
public final class ThreadPerConnectionServer implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ServerSocket socket;
    private final int idleMillis;
    private final Thread acceptor = new Thread(this::accept, "accept");

    private ThreadPerConnectionServer(ServerSocket socket, int idleMillis) {
        this.socket = socket;
        this.idleMillis = idleMillis;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for one that is free
     * @param idleMillis the time for which a kept connection may be without a request
     */
    static ThreadPerConnectionServer start(int port, int idleMillis) throws IOException {
        ThreadPerConnectionServer server = new ThreadPerConnectionServer(Listening.on(port), idleMillis);
        server.acceptor.start();
        return server;
    }

    /**
     * The program.
     *
     * @param args port, and the milliseconds for which a kept connection may be without a request
     */
    public static void main(String... args) throws IOException {
        Listening.report(start(Integer.parseInt(args[0]), Integer.parseInt(args[1])).socket);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                serve(connection);
            } catch (IOException x) {
                // Closed, or out of files, of which a connection that ends gives one back.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Without a thread for it, the connection is closed: the bound is the machine's. */
    private void serve(Socket connection) throws IOException {
        try {
            new Thread(() -> HttpHandler.serve(connection, idleMillis)).start();
        } catch (OutOfMemoryError x) {
            System.err.println("no thread for a connection: " + x.getMessage());
            connection.close();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
