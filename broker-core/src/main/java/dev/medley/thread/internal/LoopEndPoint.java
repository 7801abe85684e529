package dev.medley.thread.internal;

import dev.medley.thread.internal.turn.ClientTurns;
import dev.medley.thread.internal.turn.TurnTimes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket, which saves system calls where a {@link Loop} selects for it, and takes turns there with others:
 *
 * <ul>
 *   <li>A read that has not filled its buffer has read all there was. The next one returns 0 without asking the socket,
 *       until the loop has selected it again; what arrives meanwhile is selected, as epoll reports a socket as long as there
 *       is something to read.
 *   <li>What a client sends without pause is read in {@linkplain ClientTurns turns}: so many bytes after each selection. So is what a
 *       partner sends, without a turn.
 *   <li>What it reads without pause is written so, too: else the thread that writes a long reply would come to nothing else, such as
 *       what the same client sends.
 *   <li>The interest in reading stays registered when an event has been handled, even if nothing waits for the next one.
 *       It is dropped when an event comes that nothing waits for.
 * </ul>
 */
public class LoopEndPoint extends SocketChannelEndPoint {

    private static final Logger LOG = LoggerFactory.getLogger(LoopEndPoint.class);

    /** The bytes that are read of a client, or of a partner, in one turn, but for the rest of a buffer. Fewer if that takes long. */
    static final int BYTES_OF_A_TURN = 64 * 1024;

    /** The bytes that are written to a client in one turn, but for the rest of a write. */
    private static final int WRITTEN_IN_A_TURN = 1 << 20;

    private final @Nullable ChannelOwner owner;
    private final @Nullable Loop loop;
    private final Invocable.Task selected = new SelectedTask();
    private volatile SelectionKey key;
    private volatile boolean drained;
    /** Written by the thread that reads, and as the socket is selected for it. */
    private volatile int readInTurn;
    /** As {@link #readInTurn}, by the one that writes. */
    private volatile long writtenInTurn;

    private volatile boolean awaitsWriteTurn;
    /** Written as the socket is selected, before it is read by whatever thread. */
    private boolean hasWaited;

    // Used by the loop's thread only.
    private ClientTurn turn = ClientTurn.NONE;
    /** Whether the event that is handled takes a turn. */
    private boolean hasTurn;
    /** Whether the last turn that was asked for is a further one. */
    private boolean further;

    private boolean keepsInterest;
    private @Nullable Runnable event;

    private enum ClientTurn {
        /** It has not been asked for. */
        NONE,
        /** An event waits for it. */
        AWAITED,
        /** The event that waited may be handled. */
        GIVEN
    }

    /**
     * Creates the end point of a socket that is connected.
     *
     * @param owner of the socket; null if no loop selects it
     */
    public LoopEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            @Nullable ChannelOwner owner) {
        super(channel, selector, key, scheduler);
        this.owner = owner;
        this.loop = selector instanceof Loop known ? known : null;
        this.key = key;
    }

    /** Returns the owner of {@code endPoint}; null if it is not on a loop. */
    static @Nullable ChannelOwner owner(EndPoint endPoint) {
        return endPoint instanceof LoopEndPoint known ? known.owner : null;
    }

    /** Returns the {@linkplain Loop#number() number} of the loop that selects this socket; 0 for none. */
    public final int loop() {
        return loop == null ? 0 : loop.number();
    }

    /** Returns the loop that selects this socket; null for none. */
    @Nullable
    Loop selectingLoop() {
        return loop;
    }

    // ---- Reads. -------------------------------------------------------------------------------------------------

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        if (drained) {
            return isInputShutdown() ? -1 : 0;
        }
        int filled = read(buffer);
        if (filled > 0 && hasWaited) {
            hasWaited = false;
            filled = readBehind(buffer, filled);
        }
        drained = filled >= 0 && ((loop != null && buffer.limit() < buffer.capacity()) || isTurnOver(filled));
        return filled;
    }

    /**
     * Looks whether a client that has waited for its turn has reset its connection: then the bytes that were read are dropped, as
     * nobody waits for what they ask for.
     *
     * @param filled the bytes that were read into {@code buffer} just now
     * @return the bytes that were read; -1 after a reset
     */
    private int readBehind(ByteBuffer buffer, int filled) {
        int position = BufferUtil.flipToFill(buffer);
        int before = buffer.position() - filled;
        try {
            int more = getChannel().read(buffer);
            BufferUtil.flipToFlush(buffer, position);
            // The end is found by the next read.
            return filled + Math.max(0, more);
        } catch (IOException reset) {
            LOG.debug("a client has reset its connection while it waited for its turn", reset);
            BufferUtil.flipToFlush(buffer, position);
            buffer.limit(before);
            shutdownInput();
            return -1;
        }
    }

    /**
     * Returns whether a client has sent more than is read in a turn, by whatever thread: that would not come back. On a loop, a partner, too,
     * could send as fast as it is read.
     */
    private boolean isTurnOver(int bytes) {
        if (loop == null && !isClient()) {
            return false;
        }
        int read = loop != null && loop.isTurnLong() ? BYTES_OF_A_TURN : readInTurn + bytes;
        readInTurn = read;
        return read >= BYTES_OF_A_TURN;
    }

    /** Returns whether this is the socket of a client. */
    protected boolean isClient() {
        return takesTurns();
    }

    /** Reads from the socket; as {@link #fill}. */
    protected int read(ByteBuffer buffer) throws IOException {
        return super.fill(buffer);
    }

    /** Makes the next read ask the socket, whatever the last one has shown. */
    public final void lookAgain() {
        drained = false;
    }

    /** As {@link #lookAgain}, unless the loop, which calls this, has selected just now, and found nothing to read. */
    public final void lookAgainUnlessSelected() {
        Loop mine = loop;
        if (mine == null || Loop.current() != mine || !mine.hasJustLookedAt(key)) {
            drained = false;
        }
    }

    // ---- Writes. ------------------------------------------------------------------------------------------------

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long written = writtenInTurn;
        long before = BufferUtil.remaining(buffers);
        if (before > 0 && written >= WRITTEN_IN_A_TURN && isClient()) {
            awaitsWriteTurn = true;
            // As if the socket took no more: it is selected for the rest.
            return false;
        }
        boolean all = super.flush(buffers);
        writtenInTurn = written + before - BufferUtil.remaining(buffers);
        return all;
    }

    /** Returns whether what waits to be written waits for its next turn, though the socket may take more. By any thread. */
    public final boolean awaitsWriteTurn() {
        return awaitsWriteTurn;
    }

    // ---- Called by the loop. ------------------------------------------------------------------------------------

    @Override
    public @Nullable Runnable onSelected() {
        Loop mine = loop;
        if (mine == null) {
            return selectedWithoutLoop();
        }
        drained = false;
        hasTurn = takesTurns() && isReadable();
        if (hasTurn && !hasTurn(mine)) {
            // What can be written is reported alone, by the next selection.
            awaitTurn();
            return null;
        }
        turnBegins();
        boolean awaited = getFillInterest().isInterested();
        Runnable task = super.onSelected();
        if (isUnawaited()) {
            // What begins to wait from now on is reported it again. A task that finds nothing waiting would wake a
            // thread.
            keepsInterest = onUnawaited();
            if (isUnawaited()) {
                return null;
            }
        }
        if (task != null && isHandshaking()) {
            keepsInterest = false;
            // What declares nothing counts as blocking, and is run by another thread.
            return () -> task.run();
        }
        boolean inline = task != null && Invocable.getInvocationType(task) != Invocable.InvocationType.BLOCKING;
        // What is run by another thread would be reported again and again until that has read.
        keepsInterest = inline && awaited;
        if (!inline) {
            return task;
        }
        event = task;
        return selected;
    }

    private @Nullable Runnable selectedWithoutLoop() {
        drained = false;
        turnBegins();
        Runnable task = super.onSelected();
        if (!isUnawaited()) {
            return task;
        }
        if (onUnawaited()) {
            selectUnawaited();
        }
        return isUnawaited() ? null : task;
    }

    private void turnBegins() {
        readInTurn = 0;
        writtenInTurn = 0;
        awaitsWriteTurn = false;
    }

    /** Returns whether there is something to read, or the end, and nothing waits for it. */
    private boolean isUnawaited() {
        return !getFillInterest().isInterested() && key.readyOps() == SelectionKey.OP_READ;
    }

    /**
     * There is something to read, or the end, and nothing waits for it. Called by the thread that selects, which must not be
     * blocked. What begins to wait in the course of this call has its event after it.
     *
     * @return true to be called with the next bytes too; they are reported again and again unless this has read them
     */
    protected boolean onUnawaited() {
        return false;
    }

    /** Has the socket selected though nothing waits for it, so that {@link #onUnawaited()} is called. By any thread. */
    protected final void selectUnawaited() {
        super.needsFillInterest();
    }

    /** Returns whether this is the socket of a client, whose requests take turns with those of others where many come at once. */
    private boolean takesTurns() {
        return owner != null && owner.takesTurns();
    }

    /** Returns whether much is being done for this client, so that the requests of others come first. Called by the loop. */
    protected boolean isServedMuch() {
        return false;
    }

    private boolean hasTurn(Loop mine) {
        boolean has = turn == ClientTurn.GIVEN || (turn == ClientTurn.NONE && takeTurn(mine.turns()));
        turn = has ? ClientTurn.NONE : ClientTurn.AWAITED;
        return has;
    }

    private boolean takeTurn(ClientTurns turns) {
        // It has more than the last turn had room for, or much is being done for it.
        further = readInTurn >= BYTES_OF_A_TURN || isServedMuch();
        return further ? turns.takeFurther(this::giveTurn) : turns.take(this::giveTurn);
    }

    /** Is not selected until it has its turn: a thousand that wait would be reported in each round. */
    private void awaitTurn() {
        // Jetty writes an interest that differs from the one that it has written: it must know that of reading, to end
        // it later.
        if (!getFillInterest().isInterested()) {
            selectUnawaited();
        }
        super.updateKey();
        try {
            key.interestOpsAnd(~SelectionKey.OP_READ);
        } catch (CancelledKeyException closed) {
            LOG.debug("a connection was closed when its turn began", closed);
        }
    }

    /** The event that waits may be handled: the socket is selected again. Called by the loop. */
    private void giveTurn() {
        turn = ClientTurn.GIVEN;
        hasWaited = true;
        try {
            key.interestOpsOr(SelectionKey.OP_READ);
        } catch (CancelledKeyException closed) {
            LOG.debug("a connection was closed before it had its turn", closed);
        }
    }

    /** Handshakes of TLS are long, and so is the look at a certificate. */
    private boolean isHandshaking() {
        return getConnection() instanceof SslConnection tls
                && tls.getSSLEngine().getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    @Override
    public void updateKey() {
        boolean keeps = keepsInterest;
        keepsInterest = false;
        if (!keeps || !isInterestedInReadingOnly()) {
            super.updateKey();
        }
    }

    private boolean isReadable() {
        return (key.readyOps() & SelectionKey.OP_READ) != 0;
    }

    private boolean isInterestedInReadingOnly() {
        try {
            return key.interestOps() == SelectionKey.OP_READ;
        } catch (CancelledKeyException closed) {
            return false;
        }
    }

    @Override
    public void replaceKey(SelectionKey newKey) {
        key = newKey;
        super.replaceKey(newKey);
    }

    @Override
    protected void onIncompleteFlush() {
        super.onIncompleteFlush();
        Loop mine = loop;
        if (mine != null) {
            // While the interest in reading is kept, Jetty takes an update of the key for pending.
            mine.submit(selector -> super.updateKey());
        }
    }

    /** The event that was selected, and what it has deferred. */
    private final class SelectedTask implements Invocable.Task {

        @Override
        public void run() {
            Runnable task = event;
            event = null;
            Loop mine = loop;
            if (task == null || mine == null) {
                return;
            }
            TurnTimes.Ran ran = takesTurns() ? TurnTimes.Ran.CLIENT : TurnTimes.Ran.PARTNER;
            mine.runEvent(task, ran, hasTurn, further);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
