package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.Transfer;
import dev.medley.exchange.BodyPart;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.policy.AttemptResult;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The part of an {@link Attempt} that is called: by permits, leases and transfers, on any broker thread. Each call becomes a
 * task of the call's queue. What has arrived of the response is kept by the thread that reads it.
 */
abstract class AttemptCallbacks extends LeaseHolder implements ResponseReader.Receiver {

    final Call call;
    final ResponseReader response;

    AttemptCallbacks(Call call) {
        this.call = call;
        response = new ResponseReader(call);
    }

    @Override
    protected void onAdmitted() {
        Permit<AttemptResult> mine = call.partner().admission().permit();
        call.signal(() -> granted(mine));
    }

    @Override
    protected void onDropped(Drop cause) {
        call.signal(() -> failBy(AttemptFault.noCapacity(call.partner().refusal(cause))));
    }

    @Override
    public void onHandshaking() {
        call.signal(this::handshaking);
    }

    @Override
    public void onConnectionEstablished(Lease free) {
        call.signal(() -> connected(free));
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        call.signal(() -> connectFailed(failure));
    }

    @Override
    public void onRequestPart(boolean sending) {
        response.requestPart(sending);
    }

    @Override
    public void onWaitingForResponse() {
        response.requestSent();
        call.signal(this::sent);
    }

    @Override
    public void onHeadersCompleted(ResponseHead received) {
        ResponseHead head = response.begin(received);
        call.signal(() -> headersCompleted(head));
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        Transfer active = transfer();
        return active != null && response.read(bytes, active, this);
    }

    @Override
    public void onPart(BodyPart part) {
        call.signal(() -> bodyPart(part));
    }

    @Override
    public void onFault(AttemptFault fault) {
        call.signal(() -> failBy(fault));
    }

    @Override
    public void onBodyCompleted() {
        call.signal(this::bodyCompleted);
    }

    @Override
    public void onConnectionIdle() {
        call.signal(this::connectionIdle);
    }

    @Override
    public void onEnded(@Nullable Throwable failure) {
        call.signal(() -> ended(failure));
    }

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    abstract void granted(Permit<AttemptResult> granted);

    abstract void handshaking();

    abstract void connected(Lease free);

    abstract void connectFailed(Throwable failure);

    abstract void sent();

    abstract void headersCompleted(ResponseHead head);

    abstract void bodyPart(BodyPart part);

    /** Fails by {@code fault}, unless it has ended. */
    abstract void failBy(AttemptFault fault);

    abstract void bodyCompleted();

    abstract void connectionIdle();

    abstract void ended(@Nullable Throwable failure);
}
