package dev.medley.exchange.internal.call;

import dev.medley.account.internal.ClientAccount;
import dev.medley.account.internal.PermitShares;
import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.LeaseListener;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.Credential;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.partner.internal.limit.Waiter;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import org.jspecify.annotations.Nullable;

/**
 * The part of an {@link Attempt} that must be given back: the place in the queue, the permit, the wait for a lease, the
 * lease, the transfer. Attempts extend it rather than having one, because there are tens of thousands of them.
 */
abstract class LeaseHolder extends Waiter implements LeaseListener, TransferListener {

    private @Nullable Permit<AttemptResult> permit;
    private volatile @Nullable Endpoint endpoint;
    private volatile @Nullable Lease lease;
    private volatile @Nullable Transfer transfer;
    /** The period of the endpoint's breaker in which the attempt began. */
    private int breakerPeriod;

    private @Nullable Credential credential;
    private @Nullable ClientAccount account;
    private @Nullable PermitShares shares;
    private Priority priority = Priority.NORMAL;
    private boolean permitAwaited;

    private boolean reusedConnection;
    private boolean transferEnded;
    private boolean endpointLeft;

    // ---- What the partner is shown. -----------------------------------------------------------------------------

    /** The partner is shown {@code own}; null for nothing. Before it starts. */
    final void show(@Nullable Credential own) {
        credential = own;
    }

    final @Nullable Credential credential() {
        return credential;
    }

    // ---- For the account of the client. -------------------------------------------------------------------------

    /** Counts the attempt, and decides on its priority, which must not change while it waits. */
    final void count(ClientAccount client, Partner partner) {
        account = client;
        shares = partner.permitShares();
        client.attemptBegins(shares);
        priority = client.isGreedy(shares) ? Priority.LOW : Priority.NORMAL;
    }

    /** It waits for a permit. */
    final void awaitPermit() {
        ClientAccount counted = account;
        PermitShares at = shares;
        if (counted != null && at != null && priority == Priority.NORMAL) {
            permitAwaited = true;
            counted.permitAwaited(at);
        }
    }

    private void awaitNoPermit() {
        ClientAccount counted = account;
        PermitShares at = shares;
        if (counted != null && at != null && permitAwaited) {
            permitAwaited = false;
            counted.permitNotAwaited(at);
        }
    }

    /** The attempt has ended. Again without effect. */
    final void uncount() {
        awaitNoPermit();
        ClientAccount counted = account;
        PermitShares at = shares;
        if (counted != null && at != null) {
            account = null;
            counted.attemptEnds(at);
        }
    }

    @Override
    protected final Priority priority() {
        return priority;
    }

    // ---- Taking. ------------------------------------------------------------------------------------------------

    final void hold(Permit<AttemptResult> granted) {
        awaitNoPermit();
        permit = granted;
    }

    /** It goes to {@code address}. */
    abstract void goesTo(Address address);

    /** Goes to {@code chosen}; returns a lease if there is one now. */
    final @Nullable Lease acquireAt(Endpoint chosen, long newerThan) {
        endpoint = chosen;
        goesTo(chosen.address());
        breakerPeriod = chosen.attemptStarted();
        return chosen.connections().acquire(this, newerThan);
    }

    final Transfer prepare(Lease free, DefaultOutboundRequest request) {
        lease = free;
        Transfer prepared = free.prepare(request, this);
        transfer = prepared;
        reusedConnection = free.connection().reused();
        return prepared;
    }

    final void transferEnded() {
        transferEnded = true;
    }

    // ---- Giving back. -------------------------------------------------------------------------------------------

    /**
     * Leaves the queue, gives an unused lease back, aborts a transfer. The permit stays.
     *
     * @param sending whether the transfer has been sent
     */
    final void giveBack(Partner partner, boolean sending, DefaultExchangeException cause) {
        Endpoint at = endpoint;
        Lease held = lease;
        Transfer active = transfer;
        if (at == null) {
            partner.admission().limiter().cancel(this);
        } else if (held == null) {
            at.connections().cancel(this);
        } else if (active == null || !sending) {
            held.release();
        } else if (!transferEnded) {
            active.abort(cause);
        }
    }

    /** A request that waits to be written is not written any more. */
    final void withdraw() {
        Transfer active = transfer;
        if (active != null) {
            active.withdraw();
        }
    }

    /** The attempt has ended, as far as its endpoint is concerned, which counts it; once. */
    final void leaveEndpoint(AttemptResult result) {
        Endpoint at = endpoint;
        if (at != null && !endpointLeft) {
            endpointLeft = true;
            at.attemptEnded(result, breakerPeriod);
        }
    }

    /** Takes the permit, for the next attempt. */
    final @Nullable Permit<AttemptResult> takePermit() {
        Permit<AttemptResult> mine = permit;
        permit = null;
        return mine;
    }

    final void releasePermit(AttemptResult result) {
        Permit<AttemptResult> mine = takePermit();
        if (mine != null) {
            mine.release(result);
        }
    }

    /** Closes the idle connections that may be as stale as the one that this attempt had. */
    final void closeOlderIdle() {
        Lease held = lease;
        if (held != null) {
            held.connection().closeOlderIdle();
        }
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    final @Nullable ConnectionInfo connection() {
        Lease held = lease;
        return held == null ? null : held.connection();
    }

    final @Nullable Endpoint endpoint() {
        return endpoint;
    }

    final @Nullable Transfer transfer() {
        return transfer;
    }

    final boolean reusedConnection() {
        return reusedConnection;
    }

    /** The phase that it reached, if there is no response. */
    final Phase phase() {
        return endpoint == null ? Phase.QUEUED : lease == null ? Phase.CONNECTING : Phase.CONNECTED;
    }

    /**
     * Returns whether the partner may have seen the request. Once writing has begun, that is unknown: the thread that reads
     * may know of the end of the connection before the one that wrote knows that all was written.
     */
    final boolean maybeSent() {
        Transfer active = transfer;
        return active != null && active.begun();
    }
}
