package dev.medley.thread.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The loops of a pool. Each selects for connections of several {@linkplain ChannelOwner owners}: an outbound connection is
 * put onto the loop that asks for it, inbound connections go to the loops in turn.
 *
 * <p>Tasks that declare that they do not block run on the loop, all others on another thread of the pool.
 */
public final class Loops extends SelectorManager {

    private static final int CLOSE_SECONDS = 5;

    private final Clock clock;
    private final AcceptPause acceptPause;
    private final List<Loop> loops = Collections.synchronizedList(new ArrayList<>());
    private final Map<SelectableChannel, ChannelOwner> listening = new ConcurrentHashMap<>();
    /** The loop that is being started; they start one after another. */
    private volatile @Nullable Loop starting;

    private @Nullable BlockedThreadChecker watch;

    Loops(BrokerPool pool, int count) {
        super(pool.threads(), pool.scheduler(), count);
        clock = pool.clock();
        acceptPause = new AcceptPause(clock);
    }

    /** Returns the loops, once they have been started. */
    public List<Loop> all() {
        synchronized (loops) {
            return List.copyOf(loops);
        }
    }

    /** Returns the executor for the connectors of owners: it leases no thread, because these select nothing themselves. */
    public Executor executor() {
        return task -> getExecutor().execute(task);
    }

    /** Sets the watch of the loops; before the start. */
    void watchedBy(BlockedThreadChecker created) {
        watch = created;
    }

    @Nullable
    BlockedThreadChecker watch() {
        return watch;
    }

    // ---- Called by owners. --------------------------------------------------------------------------------------

    /** Listens for clients. */
    public Closeable listen(SelectableChannel channel, ChannelOwner owner) {
        listening.put(channel, owner);
        Closeable acceptor = acceptor(channel);
        return () -> {
            listening.remove(channel);
            acceptor.close();
        };
    }

    /** Connects a channel of {@code owner}, which does not block. */
    public void connect(SelectableChannel channel, ChannelOwner owner, Object context) {
        connect(channel, new LoopChannel(owner, context));
    }

    /** Opens a channel of {@code owner} that is connected. */
    public void accept(SelectableChannel channel, ChannelOwner owner, Object context) {
        accept(channel, new LoopChannel(owner, context));
    }

    /**
     * Closes the connections of {@code owner} and the channels that it listens on, and waits for that for a while.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void closeAll(ChannelOwner owner) throws InterruptedException {
        List<Loop> running = all();
        if (!isRunning()) {
            return;
        }
        CountDownLatch closed = new CountDownLatch(running.size());
        for (Loop loop : running) {
            loop.submit(selector -> {
                try {
                    close(owner, selector);
                } finally {
                    closed.countDown();
                }
            });
        }
        if (Loop.current() == null) {
            closed.await(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void close(ChannelOwner owner, Selector selector) {
        for (SelectionKey key : selector.keys()) {
            if (key.isValid()
                    && key.attachment() instanceof EndPoint endPoint
                    && LoopEndPoint.owner(endPoint) == owner) {
                Connection connection = endPoint.getConnection();
                IO.close(connection == null ? endPoint : connection);
            } else if (listening.remove(key.channel(), owner)) {
                IO.close(key.channel());
            }
        }
    }

    /** Makes each loop select anew: the system closes a channel that is closed when its loop does. */
    public void wakeUp() {
        all().forEach(loop -> loop.submit(selector -> {}));
    }

    // ---- Called by the loops. -----------------------------------------------------------------------------------

    @Override
    protected ManagedSelector newSelector(int id) {
        Loop loop = new Loop(this, clock, id);
        loops.add(loop);
        return loop;
    }

    /** {@code loop} is about to {@linkplain #execute start selecting}. */
    void starting(Loop loop) {
        starting = loop;
    }

    /**
     * Runs what a loop hands on: the selecting itself, when it starts; the opening of a connection, which is short, on the
     * loop; its closing on another thread, as it may be asked for in the middle of the connection's work.
     */
    @Override
    protected void execute(Runnable task) {
        Loop begins = starting;
        if (begins != null) {
            starting = null;
            // Not blocking: what may block is handed on, and so the thread of a loop stays the same.
            super.execute(
                    () -> begins.run((BrokerThread) Thread.currentThread(), () -> Invocable.invokeNonBlocking(task)));
        } else if (Loop.current() != null && opens(task)) {
            task.run();
        } else {
            super.execute(task);
        }
    }

    /** Of the tasks of a loop, that which opens an accepted connection is an update too, and only that of a connect is not closeable. */
    private static boolean opens(Runnable task) {
        return task instanceof ManagedSelector.SelectorUpdate || !(task instanceof Closeable);
    }

    @Override
    protected ManagedSelector chooseSelector() {
        Loop current = Loop.current();
        return current == null || current.isAccepting() ? super.chooseSelector() : current;
    }

    @Override
    protected @Nullable SelectableChannel doAccept(SelectableChannel server) throws IOException {
        Loop current = Loop.current();
        ChannelOwner owner = listening.get(server);
        if (current != null
                && owner != null
                && owner.takesTurns()
                && !current.turns().takeConnect()) {
            // The port is reported again.
            return null;
        }
        SelectableChannel channel = current == null
                ? super.doAccept(server)
                : acceptPause.accept(server, current, () -> super.doAccept(server));
        if (owner == null) {
            // The port is being closed.
            IO.close(channel);
        } else if (channel != null) {
            accepted(channel, owner);
        }
        return channel;
    }

    private static void accepted(SelectableChannel channel, ChannelOwner owner) throws IOException {
        Loop current = Objects.requireNonNull(Loop.current(), "not on a loop");
        current.accepting(true);
        try {
            owner.accepted(channel);
        } finally {
            current.accepting(false);
        }
    }

    /** Does nothing: the owner has been called. */
    @Override
    protected void accepted(SelectableChannel channel) {}

    @Override
    protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key)
            throws IOException {
        return channel(key.attachment()).owner().newEndPoint(channel, selector, key);
    }

    @Override
    public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment)
            throws IOException {
        LoopChannel opened = channel(attachment);
        return opened.owner().newConnection(channel, endPoint, opened.context());
    }

    @Override
    public void connectionOpened(Connection connection, Object attachment) {
        LoopChannel opened = channel(attachment);
        if (opened.owner().opensSlowly(opened.context())) {
            super.execute(() -> openSlowly(connection, opened));
        } else {
            open(connection, opened);
        }
    }

    private static void open(Connection connection, LoopChannel opened) {
        ChannelOwner owner = opened.owner();
        owner.connectionOpened(connection, opened.context());
        if (!owner.isRunning()) {
            // It has closed those that were open by then, and this one maybe was not.
            IO.close(connection);
        }
    }

    private static void openSlowly(Connection connection, LoopChannel opened) {
        try {
            open(connection, opened);
        } catch (RuntimeException x) {
            connection.getEndPoint().close(x);
        }
    }

    @Override
    protected void connectionFailed(SelectableChannel channel, Throwable failure, Object attachment) {
        LoopChannel failed = channel(attachment);
        failed.owner().connectionFailed(channel, failure, failed.context());
    }

    @Override
    protected void endPointOpened(EndPoint endPoint) {
        ChannelOwner owner = LoopEndPoint.owner(endPoint);
        if (owner != null) {
            owner.endPointOpened(endPoint);
        }
    }

    @Override
    protected void endPointClosed(EndPoint endPoint) {
        ChannelOwner owner = LoopEndPoint.owner(endPoint);
        if (owner != null) {
            owner.endPointClosed(endPoint);
        }
    }

    private static LoopChannel channel(Object attachment) {
        return (LoopChannel) attachment;
    }
}
