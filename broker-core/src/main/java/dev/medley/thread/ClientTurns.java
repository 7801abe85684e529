package dev.medley.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The turns of clients at one loop: how many of their events, and of their connects, the loop handles between two selections.
 * What has begun, such as connects to partners and their responses, comes before new requests of many clients at once.
 *
 * <p>A round is the time between two selections. There are fewer turns while rounds take long, as at a server whose code is not
 * compiled yet: then it begins no more requests than it can follow up. Used by the loop's thread only.
 */
final class ClientTurns {

    /** Turns of a round, at most: enough that a selection costs little for each. */
    static final int MOST = 32;

    /** A round that takes longer is followed by one with fewer turns, in nanoseconds. */
    static final long LONG_ROUND = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int FIRST = 4;

    /** Clients whose events wait for their turn, as many had come at once. */
    private final Queue<LoopEndPoint> waiting = new ArrayDeque<>();

    private int allowed = FIRST;
    private int left;
    private int connectsLeft;

    /** A round has taken {@code nanos} nanoseconds. */
    void roundEnded(long nanos) {
        allowed = nanos > LONG_ROUND ? Math.max(1, allowed / 2) : Math.min(MOST, allowed + 1);
    }

    /** The next round begins: the clients that wait come first. Each is selected again, as its event has not been handled. */
    void roundBegins() {
        connectsLeft = allowed;
        left = allowed;
        while (left > 0 && !waiting.isEmpty()) {
            waiting.remove().giveTurn();
            left--;
        }
    }

    /** Returns whether an event of {@code client} may be handled now. Otherwise the client waits until it is given its turn. */
    boolean take(LoopEndPoint client) {
        if (left == 0) {
            waiting.add(client);
            return false;
        }
        left--;
        return true;
    }

    /** Returns whether one more connection may be accepted in this round. */
    boolean takeConnect() {
        if (connectsLeft == 0) {
            return false;
        }
        connectsLeft--;
        return true;
    }
}
