package dev.medley.loadtest.threads;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Duke's pool server: a fixed number of threads, each of which takes the mutex, accepts a connection, gives the mutex back, and
 * serves that connection to its end. Connections that find all threads at work wait in the kernel.
 */
public final class AcceptMutexServer implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ReentrantLock mutex = new ReentrantLock();
    private final ServerSocket socket;
    private final int idleMillis;

    private AcceptMutexServer(ServerSocket socket, int idleMillis) {
        this.socket = socket;
        this.idleMillis = idleMillis;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for one that is free
     * @param idleMillis the time for which a kept connection may be without a request, and have its thread
     * @param threads of the pool
     */
    static AcceptMutexServer start(int port, int idleMillis, int threads) throws IOException {
        AcceptMutexServer server = new AcceptMutexServer(Listening.on(port), idleMillis);
        for (int i = 1; i <= threads; i++) {
            new Thread(server::work, "pool-" + i).start();
        }
        return server;
    }

    /**
     * The program.
     *
     * @param args port, the milliseconds for which a kept connection may be without a request, threads
     */
    public static void main(String... args) throws IOException {
        Listening.report(start(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])).socket);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void work() {
        while (!socket.isClosed()) {
            try {
                HttpHandler.serve(accept(), idleMillis);
            } catch (IOException x) {
                // Closed, or out of files, of which a connection that ends gives one back.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private Socket accept() throws IOException {
        mutex.lock();
        try {
            return socket.accept();
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
