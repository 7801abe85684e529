package dev.medley.exchange;

import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
import dev.medley.partner.Permit;
import dev.medley.partner.Waiter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One try of an exchange on one connection. It turns the calls of permits and connections into signals of its exchange,
 * and holds what must be given back: the place in the queue, the permit, the connection.
 *
 * <p>Its calls from outside come from any broker thread; the rest is for the exchange's signals.
 */
final class Attempt extends Waiter implements ConnectListener, TransferListener {

    private static final byte[] NOTHING = {};

    private final Exchange exchange;
    private final ExchangeOptions options;
    private final @Nullable Attempt before;
    private final StateTimestamps stamps = new StateTimestamps();
    private @Nullable Permit permit;
    private volatile @Nullable PartnerConnection connection;
    private volatile @Nullable Transfer transfer;
    private boolean sending;
    private boolean done;
    private boolean bodyComplete;
    private volatile long lastActivityNanos;
    /** Whether a part of a streamed body was handed out and the next one has not been asked for. */
    private volatile boolean awaitsDemand;
    /** Touched by the thread that reads the response only, until the body is complete. */
    private @Nullable BodyBuffer body;

    /** Creates an attempt that comes after {@code before}, or is the first. */
    Attempt(Exchange exchange, ExchangeOptions options, @Nullable Attempt before) {
        this.exchange = exchange;
        this.options = options;
        this.before = before;
    }

    // ---- Called from outside. ---------------------------------------------------------------------------------

    @Override
    protected void onPermit(Permit granted) {
        exchange.signal(() -> exchange.granted(this, granted));
    }

    @Override
    public void onConnected(PartnerConnection opened) {
        exchange.signal(() -> exchange.connected(this, opened));
    }

    @Override
    public void onConnectFailed(Throwable failure) {
        exchange.signal(() -> exchange.connectFailed(this, failure));
    }

    @Override
    public void onWaitingForResponse() {
        touch();
        exchange.signal(() -> exchange.sent(this));
    }

    @Override
    public void onHeadersCompleted(ResponseHead head) {
        touch();
        if (!options.streamed()) {
            boolean none = "HEAD".equals(exchange.request().method());
            body = new BodyBuffer(options.maxBody(), none ? 0 : head.contentLength());
        }
        exchange.signal(() -> exchange.headArrived(this, head));
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        touch();
        BodyBuffer whole = body;
        if (whole == null) {
            ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            Transfer present = transfer;
            if (present != null) {
                awaitsDemand = true;
                BodyPart part = new BodyPart(copy, () -> demand(present));
                exchange.signal(() -> exchange.partArrived(this, part));
            }
            return false;
        }
        if (whole.add(bytes)) {
            return true;
        }
        exchange.signal(() -> exchange.bodyTooLarge(this));
        return false;
    }

    @Override
    public void onBodyCompleted() {
        exchange.signal(() -> exchange.bodyEnded(this));
    }

    @Override
    public void onConnectionIdle() {
        exchange.signal(() -> exchange.connectionIdle(this));
    }

    @Override
    public void onEnded(@Nullable Throwable failure) {
        exchange.signal(() -> {
            done = true;
            exchange.attemptDone(this, failure);
        });
    }

    // ---- For the exchange's signals. ----------------------------------------------------------------------------

    void hold(Permit granted) {
        permit = granted;
    }

    void endPermit() {
        if (permit != null) {
            permit.end();
            permit = null;
        }
    }

    void use(PartnerConnection established, OutboundRequest request) {
        connection = established;
        transfer = established.prepare(request, this);
    }

    void send() {
        Transfer ready = transfer;
        if (ready != null) {
            sending = true;
            touch();
            ready.send();
        }
    }

    void bodyEnded() {
        bodyComplete = true;
    }

    boolean isBodyComplete() {
        return bodyComplete;
    }

    byte[] body() {
        return body == null ? NOTHING : body.toBytes();
    }

    /**
     * Whether the partner may have seen the request. Once writing has begun, nobody can tell: the thread that reads may
     * know of the end of the connection before the one that wrote knows that all was written.
     */
    boolean maybeSent() {
        Transfer present = transfer;
        return sending && present != null && present.begun();
    }

    /**
     * Gives up: leaves the queue, closes the connection that is in use, gives back one that is not. A connection that
     * is still being established keeps the permit until it is there, or is not.
     */
    void abandon(ExchangeException cause) {
        exchange.leaveQueue(this);
        PartnerConnection held = connection;
        if (held == null || done) {
            return;
        }
        Transfer active = transfer;
        if (sending && active != null) {
            active.abort(cause);
            return;
        }
        done = true;
        exchange.partner().putBack(held);
        endPermit();
    }

    void enter(ExchangeState state, long now) {
        stamps.enter(state, now);
    }

    void end(long now) {
        stamps.end(now);
    }

    AttemptTimings timings(long now) {
        return stamps.snapshot(now);
    }

    /**
     * Since when the partner has been silent: {@code now} while Medley is the one that does not read, as nothing can
     * come then, whatever the partner does.
     */
    long silentSinceNanos(long now) {
        return awaitsDemand ? now : lastActivityNanos;
    }

    @Nullable
    Attempt before() {
        return before;
    }

    @Nullable
    ConnectionInfo connection() {
        return connection;
    }

    private void demand(Transfer present) {
        // In this order: whoever finds that the next part was asked for must not find the time of the one before.
        touch();
        awaitsDemand = false;
        exchange.onBrokerThread(present::demand);
    }

    private void touch() {
        lastActivityNanos = exchange.clock().nanoTime();
    }
}
