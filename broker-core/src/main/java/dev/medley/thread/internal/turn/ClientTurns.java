package dev.medley.thread.internal.turn;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The turns of clients at one loop: how many of their events, of the groups of requests that one of them has sent at once, and of
 * their connects, the loop handles between two selections. What has begun, such as connects to partners and their responses, comes
 * before new requests of many clients at once; and clients that have not had a turn yet come before those that have sent more than
 * their turns had room for.
 *
 * <p>A round is the time between two selections. First turns take a quarter of the time of long rounds: so a loop that has too much to
 * do, or whose code is not compiled yet, begins no more requests than it can follow up. Further turns are a quarter as many, and for rounds
 * that are short: what begins in them brings more work than its turn takes. If all rounds are long, one comes each
 * {@value #FURTHER_MILLIS} ms. Used by the loop's thread only.
 */
public final class ClientTurns {

    /** Turns of a round, at most, for each {@link #LONG_ROUND} that the last one has taken: a selection costs little for each. */
    public static final int MOST = 32;

    /** A round that takes longer is long, in nanoseconds. */
    public static final long LONG_ROUND = TimeUnit.MILLISECONDS.toNanos(20);

    /** A client of which more has been read in a turn than that takes, in nanoseconds, has to wait for a further one. */
    public static final long LONG_TURN = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long LONGEST_COUNTED = TimeUnit.MINUTES.toNanos(1);

    /** First turns take this part of the last round; half of {@link #LONG_ROUND} if that is more. */
    private static final int SHARE = 4;
    /** A client that has more waits for so long, in milliseconds, if all rounds are long. */
    public static final int FURTHER_MILLIS = 100;

    /** What clients have that have had a turn, of what others have: a part of the turns and of their time. */
    public static final int FURTHER = 4;
    /** What one more turn weighs in the mean of their times. */
    private static final int WEIGHT = 8;

    /** Clients that wait for a turn, as many had come at once. Each is told when it has it. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    /** Clients that wait for a further turn. */
    private final Queue<Runnable> waitingFurther = new ArrayDeque<>();

    private int left;
    private int furtherLeft;
    private boolean furtherDue;
    /** Nanoseconds in long rounds without a further turn. */
    private long withoutFurther;

    private int connectsLeft;
    private long round;
    /** The time of a first turn, in nanoseconds: the weighted mean of the last ones. */
    private long turnNanos = TimeUnit.MILLISECONDS.toNanos(1);

    /** Creates the turns at one loop. */
    public ClientTurns() {}

    /** A round has taken {@code nanos} nanoseconds, and the next one begins: the clients that wait come first. */
    public void nextRound(long nanos) {
        round++;
        long time = timeAfter(nanos);
        long most = MOST * Math.max(1, Math.min(nanos, LONGEST_COUNTED) / LONG_ROUND);
        int turns = (int) Math.max(1, Math.min(time / turnNanos, most));
        connectsLeft = turns;
        left = give(waiting, turns);
        furtherDue = isFurtherDue(nanos);
        furtherLeft = furtherDue ? give(waitingFurther, nanos > LONG_ROUND ? 1 : Math.max(1, turns / FURTHER)) : 0;
    }

    /** A first turn has taken {@code nanos} nanoseconds. */
    public void took(long nanos) {
        turnNanos = Math.max(1, turnNanos + (Math.min(nanos, LONG_ROUND) - turnNanos) / WEIGHT);
    }

    private boolean isFurtherDue(long nanos) {
        withoutFurther = nanos > LONG_ROUND ? withoutFurther + nanos : 0;
        boolean due = withoutFurther == 0 || withoutFurther >= TimeUnit.MILLISECONDS.toNanos(FURTHER_MILLIS);
        if (due) {
            withoutFurther = 0;
        }
        return due;
    }

    /** Returns whether this round has further turns. */
    public boolean isFurtherDue() {
        return furtherDue;
    }

    /** Returns how long first turns may take after a round that has taken {@code nanos}, in nanoseconds. */
    public static long timeAfter(long nanos) {
        return Math.max(LONG_ROUND / 2, nanos / SHARE);
    }

    /** Returns the turns that are left of {@code turns}. */
    private static int give(Queue<Runnable> clients, int turns) {
        int left = turns;
        while (left > 0 && !clients.isEmpty()) {
            clients.remove().run();
            left--;
        }
        return left;
    }

    /** Returns the number of the round. */
    public long round() {
        return round;
    }

    /** Returns whether a client has its turn now. Otherwise {@code given} is run when it has; that must be short. */
    public boolean take(Runnable given) {
        if (left == 0) {
            waiting.add(given);
            return false;
        }
        left--;
        return true;
    }

    /** As {@link #take}, for a client that has had its turn, and has more. */
    public boolean takeFurther(Runnable given) {
        if (furtherLeft == 0) {
            waitingFurther.add(given);
            return false;
        }
        furtherLeft--;
        return true;
    }

    /** Returns whether a client waits for its turn. */
    public boolean areAwaited() {
        return !waiting.isEmpty() || !waitingFurther.isEmpty();
    }

    /** Returns whether one more connection may be accepted in this round. */
    public boolean takeConnect() {
        if (connectsLeft == 0) {
            return false;
        }
        connectsLeft--;
        return true;
    }
}
