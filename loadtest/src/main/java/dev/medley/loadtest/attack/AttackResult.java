package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * What was measured of one attack.
 *
 * @param alive whether the server lived
 * @param asked requests of others
 * @param answered of these, with a 200 in time
 * @param worstMillis the longest time of these
 * @param before the server
 * @param most the server during the attack
 * @param after the server
 * @param cpuPercent of the server, of one processor
 * @param attacker its totals
 * @param trouble lines that the server has logged
 */
record AttackResult(
        Attack attack,
        boolean alive,
        long asked,
        long answered,
        double worstMillis,
        Footprint before,
        Footprint most,
        Footprint after,
        double cpuPercent,
        AttackLoop.Totals attacker,
        List<String> trouble) {

    /** The share of others that has to be answered. */
    static final double SHARE = 0.99;

    /** What a server may keep beyond what it had: Jetty pools direct buffers up to an eighth of the heap, the broker has 16 threads. */
    static final double MORE_LIVE_MEGABYTES = 16;

    static final double MORE_DIRECT_MEGABYTES = 144;
    static final double MORE_FILES = 10;
    static final double MORE_THREADS = 16;

    private static final double PERCENT = 100;

    AttackResult {
        trouble = List.copyOf(trouble);
    }

    double answeredPercent() {
        return asked == 0 ? Double.NaN : answered * PERCENT / asked;
    }

    /** The bounds that were missed, in words; none if all is well. What was not measured is missed. */
    List<String> missed() {
        List<String> missed = new ArrayList<>();
        if (!alive) {
            missed.add("the process ended");
        }
        if (asked == 0) {
            missed.add("nothing asked of others");
        } else if (attack.bounded() && answered < SHARE * asked) {
            missed.add("others %d of %d".formatted(answered, asked));
        }
        if (alive) {
            missed.addAll(left(before, after));
        }
        return missed;
    }

    /** What a server has not given back, or what is not known of that, in words. */
    static List<String> left(Footprint before, Footprint after) {
        List<String> left = new ArrayList<>();
        check(left, "MB live", after.liveMegabytes() - before.liveMegabytes(), MORE_LIVE_MEGABYTES);
        check(left, "MB direct", after.directMegabytes() - before.directMegabytes(), MORE_DIRECT_MEGABYTES);
        check(left, "files", after.files() - before.files(), MORE_FILES);
        check(left, "threads", after.threads() - before.threads(), MORE_THREADS);
        check(left, "requests in flight", after.inFlight(), 0);
        return left;
    }

    private static void check(List<String> left, String what, double more, double bound) {
        if (Double.isNaN(more)) {
            left.add(what + " not measured");
        } else if (more > bound) {
            left.add("%.0f %s left".formatted(more, what));
        }
    }
}
