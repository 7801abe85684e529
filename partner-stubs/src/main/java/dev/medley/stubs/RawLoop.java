package dev.medley.stubs;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port of a raw partner and the one thread that serves all of its connections. */
final class RawLoop implements LocalPort, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RawLoop.class);

    private static final int BACKLOG = 4096;

    private static final Duration RESPITE = Duration.ofMillis(100);

    private final Alarms alarms = new Alarms();
    private final Signal signal = new Signal();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final int number;
    private final Link.Factory links;
    private final LoopConnection.Factory connections;
    private final Thread thread;
    private volatile boolean closing;

    private RawLoop(
            Selector selector, ServerSocketChannel listening, Link.Factory links, LoopConnection.Factory connections) {
        this.selector = selector;
        this.listening = listening;
        this.number = listening.socket().getLocalPort();
        this.links = links;
        this.connections = connections;
        this.thread = new Thread(this, "raw-partner-" + number);
        thread.setDaemon(true);
    }

    static RawLoop start(int port, Link.Factory links, LoopConnection.Factory connections) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.bind(LocalPort.address(port), BACKLOG);
            listening.configureBlocking(false);
            Selector selector = Selector.open();
            listening.register(selector, SelectionKey.OP_ACCEPT);
            RawLoop loop = new RawLoop(selector, listening, links, connections);
            loop.thread.start();
            return loop;
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
        try (selector;
                listening) {
            while (!closing) {
                selector.select(this::serve, alarms.millisToNext());
                alarms.ring();
                signal.deliver();
            }
            List.copyOf(selector.keys()).forEach(RawLoop::drop);
        } catch (IOException x) {
            LOG.error("the raw partner on port {} has ended", number, x);
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
            LOG.warn("the raw partner on port {} cannot accept", number, x);
            key.interestOps(0);
            alarms.after(RESPITE, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        }
    }

    private void open(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        LoopConnection connection = connections.create(links.create(channel, key), alarms, signal);
        key.attach(connection);
        connection.begin();
    }

    private static void drop(SelectionKey key) {
        if (key.attachment() instanceof LoopConnection connection) {
            connection.drop();
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
