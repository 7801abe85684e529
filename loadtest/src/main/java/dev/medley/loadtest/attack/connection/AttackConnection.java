package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection of the attacker, from its connect to its end. Used by the one thread of the attacker. */
public final class AttackConnection {

    private static final int ROUNDS_AT_ONCE = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Small, so that a reply that is not read soon stays in the server. */
    private static final int RECEIVE_BUFFER = 4096;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Link link;
    private final Script script;
    private final Budget budget;
    private final Outgoing out = new Outgoing();
    private ByteBuffer writing = NOTHING;
    private long quietUntil = System.nanoTime();
    private boolean connected;
    private boolean unfinished;
    private long received;

    private AttackConnection(SocketChannel channel, SelectionKey key, Link link, Script script, Budget budget) {
        this.channel = channel;
        this.key = key;
        this.link = link;
        this.script = script;
        this.budget = budget;
    }

    /** Makes a link of a channel. */
    public interface Links {
        Link over(SocketChannel channel, Budget budget) throws IOException;
    }

    /** Begins to connect. */
    static AttackConnection open(Selector selector, InetSocketAddress to, Links links, Script script, Budget budget)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (!script.reads()) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            }
            channel.connect(to);
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            AttackConnection connection =
                    new AttackConnection(channel, key, links.over(channel, budget), script, budget);
            key.attach(connection);
            return connection;
        } catch (IOException x) {
            channel.close();
            throw x;
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    long sent() {
        return link.sent();
    }

    long received() {
        return received;
    }

    /** Does what the selector has found possible. */
    void ready(ByteBuffer buffer, long now) throws IOException {
        if (key.isConnectable()) {
            channel.finishConnect();
            connected = true;
            pump(now);
        } else {
            if (key.isReadable()) {
                read(buffer);
            }
            if (key.isValid() && channel.isOpen()) {
                pump(now);
            }
        }
    }

    /** Goes on after a pause. */
    void tick(long now) throws IOException {
        if (connected && channel.isOpen() && now - quietUntil >= 0) {
            pump(now);
        }
    }

    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        } catch (IOException x) {
            // It is closed already.
            return;
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        int bytes = link.read(buffer.clear());
        if (bytes < 0) {
            channel.close();
        } else if (bytes > 0) {
            received += bytes;
            script.received(buffer.flip());
        }
    }

    private void pump(long now) throws IOException {
        for (int round = 0; round < ROUNDS_AT_ONCE; round++) {
            if (!link.write(writing)) {
                interest(link.wantsToWrite() && !budget.isSpent());
                return;
            }
            if (unfinished) {
                unfinished = false;
                writing = NOTHING;
                end(out.clear().takeAfterwards());
            }
            if (!channel.isOpen()) {
                return;
            }
            if (now - quietUntil < 0 || budget.isSpent() || !fill(now)) {
                interest(false);
                return;
            }
        }
        interest(true);
    }

    /** Returns whether there are bytes to write, or the connection has to end. */
    private boolean fill(long now) {
        script.next(out);
        quietUntil = now + script.pause().toNanos();
        unfinished = out.size() > 0 || out.endsSomething();
        writing = unfinished ? out.flip() : NOTHING;
        return unfinished;
    }

    private void end(Outgoing.Afterwards afterwards) throws IOException {
        switch (afterwards) {
            case GO_ON -> {}
            case END_OUTPUT -> link.endOutput();
            case CLOSE -> channel.close();
            case RESET -> reset();
            case NEW_HANDSHAKE -> link.newHandshake();
        }
    }

    private void interest(boolean write) {
        if (key.isValid()) {
            key.interestOps((script.reads() || link.mustRead() ? SelectionKey.OP_READ : 0)
                    | (write ? SelectionKey.OP_WRITE : 0));
        }
    }
}
