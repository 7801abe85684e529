package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port and the one thread that serves all of its connections. */
public final class RawLoop implements LocalPort, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RawLoop.class);

    private static final int BACKLOG = 4096;

    private static final Duration RESPITE = Duration.ofMillis(100);

    private final Alarms alarms = new Alarms();
    private final Signal signal = new Signal();
    private final LoopTasks tasks = new LoopTasks();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private final Selector selector;
    private final int number;
    private final LoopConnection.Factory connections;
    private final Thread thread;
    private ServerSocketChannel listening;

    /** The port while it refuses connections; null while it accepts them. */
    private @Nullable RefusingPort refusing;

    private volatile boolean closing;

    private RawLoop(String name, Selector selector, ServerSocketChannel listening, LoopConnection.Factory connections) {
        this.selector = selector;
        this.listening = listening;
        this.number = listening.socket().getLocalPort();
        this.connections = connections;
        this.thread = new Thread(this, name + "-" + number);
        thread.setDaemon(true);
    }

    /**
     * Opens a port, and starts its thread.
     *
     * @param name of the thread, before the number of the port
     * @param port 0 for any free one
     */
    public static RawLoop start(String name, int port, LoopConnection.Factory connections) throws IOException {
        Selector selector = Selector.open();
        try {
            RawLoop loop = new RawLoop(name, selector, listen(port, selector), connections);
            loop.thread.start();
            return loop;
        } catch (IOException | RuntimeException x) {
            selector.close();
            throw x;
        }
    }

    private static ServerSocketChannel listen(int port, Selector selector) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.bind(LocalPort.address(port), BACKLOG);
            listening.configureBlocking(false);
            listening.register(selector, SelectionKey.OP_ACCEPT);
            return listening;
        } catch (IOException | RuntimeException x) {
            listening.close();
            throw x;
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void run() {
        try (selector) {
            while (!closing) {
                selector.select(this::serve, alarms.millisToNext());
                alarms.ring();
                signal.deliver();
                tasks.run();
            }
            List.copyOf(selector.keys()).forEach(RawLoop::drop);
            closePort();
        } catch (IOException x) {
            LOG.error("the loop of port {} has ended", number, x);
        } finally {
            tasks.end();
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof LoopConnection connection) {
            connection.ready(buffer);
        } else {
            accept(key);
        }
    }

    private void accept(SelectionKey key) {
        try {
            for (SocketChannel next = listening.accept(); next != null; next = listening.accept()) {
                open(next);
            }
        } catch (IOException x) {
            // The reason is most likely that no more files may be open, which would be tried again at once.
            LOG.warn("port {} cannot accept", number, x);
            key.interestOps(0);
            alarms.after(RESPITE, () -> {
                if (key.isValid()) {
                    key.interestOps(SelectionKey.OP_ACCEPT);
                }
            });
        }
    }

    private void open(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        LoopConnection connection = connections.create(channel, key, alarms, signal);
        key.attach(connection);
        connection.begin();
    }

    private static void drop(SelectionKey key) {
        if (key.attachment() instanceof LoopConnection connection) {
            connection.drop();
        }
    }

    /**
     * Runs {@code task} on the thread of the loop, and returns when it has run; at once if this is that thread.
     *
     * @throws IllegalStateException if the loop is closed
     */
    public void perform(LoopTasks.Task task) throws IOException {
        if (Thread.currentThread() == thread) {
            task.run();
        } else {
            tasks.perform(task, selector::wakeup);
        }
    }

    /** Runs {@code task} on the thread of the loop after a time. To be called on that thread. */
    public void after(Duration delay, Runnable task) {
        alarms.after(delay, task);
    }

    /**
     * Refuses connections from now on, with the port still taken, or accepts them again. Those that are open are not affected.
     * To be called on the thread of the loop.
     */
    public void refuse(boolean wanted) throws IOException {
        if (wanted == (refusing != null)) {
            return;
        }
        closePort();
        if (wanted) {
            // The port is free once the selector has let it go.
            selector.selectNow(this::serve);
            refusing = RefusingPort.open(number);
        } else {
            refusing = null;
            listening = listen(number, selector);
        }
    }

    private void closePort() throws IOException {
        if (refusing == null) {
            listening.close();
        } else {
            refusing.close();
        }
    }

    @Override
    public void proceed() {
        signal.give();
        selector.wakeup();
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
