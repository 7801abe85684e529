package dev.medley.server.internal.topic;

import dev.medley.server.internal.inbound.SessionConnection;
import dev.medley.server.internal.topic.websocket.CloseCode;
import dev.medley.server.internal.topic.websocket.FrameException;
import dev.medley.server.internal.topic.websocket.FrameReader;
import dev.medley.server.internal.topic.websocket.Frames;
import dev.medley.server.internal.topic.websocket.OutgoingFrames;
import dev.medley.topic.SlowClients;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.log.LogMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A session over WebSocket: a connection of its own kind, which reads and writes frames on the loop of its socket. It holds no buffer while it is
 * idle. All but what says otherwise runs at the dispatcher of the session.
 */
final class WebSocketSession extends AbstractConnection
        implements Connection.UpgradeTo,
                SessionConnection,
                Session.Transport,
                Session.Collector,
                FrameReader.Receiver,
                TopicSessions.Watched {

    /** Bytes of a write, after which no further message is taken; and of replies that wait, beyond which nothing is read. */
    private static final int WRITE = 32 * 1024;

    private static final int MESSAGES = 128;
    private static final int READ = 4 * 1024;
    private static final int LONGEST_REQUEST = 128 * 1024;

    private final TopicSessions sessions;
    private final SocketRequests protocol;
    private final ByteBufferPool buffers;
    private final Session session;
    private final FrameReader reader = new FrameReader(LONGEST_REQUEST, this);
    private final OutgoingFrames next = new OutgoingFrames();
    private final List<LogMessage> written = new ArrayList<>(1);
    private final Callback readable = new ReadCallback();
    private final Callback writing = new WriteCallback();
    private boolean writes;
    /** Whether requests are being read: the replies to all of them are one write. */
    private boolean takes;
    /** Whether reading waits for replies to be written. */
    private boolean readWaits;
    /** Whether a close frame has been written, or waits. */
    private boolean closing;

    private long closingNanos;

    /** Whether it has become the connection of its socket. */
    private volatile boolean opened;

    private boolean ended;
    private long lastReadNanos;
    private long lastWriteNanos;
    private boolean pinged;
    private @Nullable ByteBuffer upgraded;
    private Runnable onEnd = () -> {};
    private long bytesOut;

    WebSocketSession(
            TopicSessions sessions,
            Dispatcher dispatcher,
            SocketRequests protocol,
            EndPoint endPoint,
            Executor executor,
            ByteBufferPool buffers) {
        super(endPoint, executor);
        this.sessions = sessions;
        this.protocol = protocol;
        this.buffers = buffers;
        session = new Session(dispatcher, this);
        lastReadNanos = sessions.clock().nanoTime();
        lastWriteNanos = lastReadNanos;
    }

    @Override
    public SessionKind kind() {
        return SessionKind.WEBSOCKET;
    }

    @Override
    public Session session() {
        return session;
    }

    /** Sets what is called once it has ended; before it begins. */
    void onEnd(Runnable action) {
        onEnd = action;
    }

    @Override
    public long getBytesOut() {
        return bytesOut;
    }

    /** Bytes that came behind the handshake. */
    @Override
    public void onUpgradeTo(ByteBuffer bytes) {
        upgraded = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    @Override
    public void onOpen() {
        super.onOpen();
        opened = true;
        getEndPoint().setIdleTimeout(0);
        session.dispatcher().run(() -> {
            if (ended) {
                return;
            }
            sessions.add(this);
            ByteBuffer first = upgraded;
            upgraded = null;
            if (first == null || take(first)) {
                read();
            }
        });
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        session.dispatcher().run(this::end);
    }

    /** The handshake is over: a session that has not begun by now never does. By any thread. */
    void endUnlessOpened() {
        if (!opened) {
            session.dispatcher().run(this::end);
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            session.close();
            protocol.close();
            sessions.remove(this);
            onEnd.run();
        }
    }

    /** Time-outs are those of the looks. */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        return false;
    }

    @Override
    public void onFillable() {
        session.dispatcher().run(this::read);
    }

    private void read() {
        RetainableByteBuffer buffer = null;
        try {
            while (!ended) {
                if (next.bytes() > WRITE || protocol.holdsBack()) {
                    // A client that asks and does not read the replies, or publishes too fast.
                    readWaits = true;
                    return;
                }
                if (buffer == null) {
                    buffer = buffers.acquire(READ, true);
                }
                ByteBuffer bytes = buffer.getByteBuffer();
                int filled = getEndPoint().fill(bytes);
                if (filled < 0) {
                    getEndPoint().close();
                    return;
                }
                if (filled == 0) {
                    getEndPoint().fillInterested(readable);
                    return;
                }
                if (!take(bytes)) {
                    return;
                }
                bytes.clear().flip();
            }
        } catch (IOException x) {
            getEndPoint().close(x);
        } finally {
            if (buffer != null) {
                buffer.release();
            }
        }
    }

    /** Takes what was read. Returns whether to read on. */
    private boolean take(ByteBuffer bytes) {
        lastReadNanos = sessions.clock().nanoTime();
        pinged = false;
        if (closing) {
            // Until the peer closes, too, what it sends is dropped.
            bytes.position(bytes.limit());
            return true;
        }
        takes = true;
        try {
            reader.read(bytes);
        } catch (FrameException x) {
            close(x.code(), String.valueOf(x.getMessage()));
        } finally {
            takes = false;
        }
        write();
        return true;
    }

    @Override
    public void onText(byte[] utf8) {
        if (!closing) {
            protocol.onText(this, utf8);
        }
    }

    @Override
    public void onPing(byte[] data) {
        if (!closing) {
            add(Frames.pong(data));
        }
    }

    @Override
    public void onPong(byte[] data) {
        // That something was read is enough.
        pinged = false;
    }

    @Override
    public void onClose(int code) {
        close(code == 1005 ? CloseCode.NORMAL : code, "");
    }

    /** Sends a document, behind what waits. */
    void send(byte[] document) {
        add(Frames.text(document));
        write();
    }

    private void add(ByteBuffer frame) {
        next.add(frame);
    }

    /** Ends with a close frame behind what waits. */
    void close(int code, String reason) {
        if (!closing) {
            closing = true;
            closingNanos = sessions.clock().nanoTime();
            session.close();
            add(Frames.close(code, reason));
            write();
        }
    }

    @Override
    public void onMessages() {
        write();
    }

    private void write() {
        if (writes || ended || takes) {
            return;
        }
        while (!closing && next.bytes() < WRITE && written.size() < MESSAGES && session.hasMessages()) {
            session.collect(this, MESSAGES - written.size(), WRITE - next.bytes());
        }
        if (!next.isEmpty() && !writes) {
            bytesOut += next.bytes();
            ByteBuffer[] frames = next.takeAll();
            writes = true;
            lastWriteNanos = sessions.clock().nanoTime();
            getEndPoint().write(writing, frames);
        }
    }

    @Override
    public void onGap(Subscription subscription, long first) {
        if (subscription.isUnderWay() && subscription.topic().settings().slowClients() == SlowClients.DISCONNECT) {
            close(CloseCode.POLICY, "too slow: messages are no longer there");
        }
        if (!closing) {
            add(SocketFrames.gap(subscription, first));
        }
    }

    @Override
    public void onMessage(Subscription subscription, LogMessage message, long previous) {
        if (closing) {
            return;
        }
        byte[] members = message.members();
        add(SocketFrames.message(subscription, members.length, previous));
        add(ByteBuffer.wrap(members));
        written.add(message);
    }

    /** Reads on, if that has waited and need not any more. */
    void goOn() {
        if (readWaits && next.bytes() <= WRITE && !protocol.holdsBack()) {
            readWaits = false;
            read();
        }
    }

    /** Returns whether it takes no further subscription. */
    boolean isOver() {
        return ended || closing;
    }

    private void written() {
        writes = false;
        sessions.written(written);
        written.clear();
        if (closing && next.isEmpty()) {
            getEndPoint().shutdownOutput();
            return;
        }
        goOn();
        if (session.hasMessages() || !next.isEmpty()) {
            session.dispatcher().executeBehindOthers(this::write);
        }
    }

    @Override
    public void look(long now, long heartbeat) {
        protocol.look(this, now);
        if (writes && now - lastWriteNanos > sessions.writeTimeoutNanos(session.subscriptions())) {
            getEndPoint().close(new TimeoutException("the client has taken nothing for too long"));
        } else if (closing && now - closingNanos > 2 * heartbeat) {
            // Whatever it still sends.
            getEndPoint().close(new TimeoutException("the client does not close the connection"));
        } else if (now - lastReadNanos > 2 * heartbeat && pinged) {
            getEndPoint().close(new TimeoutException("the client is silent"));
        } else if (now - lastReadNanos > heartbeat && !pinged && !closing) {
            pinged = true;
            add(Frames.ping());
            write();
        }
    }

    @Override
    public void endSoon() {
        if (!closing) {
            add(SocketFrames.reconnect(sessions.reconnectMillis()));
            close(CloseCode.GOING_AWAY, "the server stops");
        }
    }

    /** The socket has bytes. By the thread that selects. */
    private final class ReadCallback implements Callback {

        @Override
        public void succeeded() {
            onFillable();
        }

        @Override
        public void failed(Throwable failure) {
            getEndPoint().close(failure);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    /** A write is with the kernel. By any thread. */
    private final class WriteCallback implements Callback {

        @Override
        public void succeeded() {
            session.dispatcher().run(WebSocketSession.this::written);
        }

        @Override
        public void failed(Throwable failure) {
            getEndPoint().close(failure);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
