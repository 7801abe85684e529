package dev.medley.stubs.proxy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What a fault lets pass of the bytes of one direction of one connection. Used by one thread. */
final class ProxyGate {

    /** The time from one look at a throttled direction to the next, at least. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ProxyFault fault;
    private final boolean ofPartner;
    private long passed;

    /** The time at which the waiting bytes arrived, and how many of them have passed. */
    private long arrivedNanos;

    private long passedSince;

    /** @param ofPartner whether the bytes are the partner's */
    ProxyGate(ProxyFault fault, boolean ofPartner, long nowNanos) {
        this.fault = fault;
        this.ofPartner = ofPartner;
        arrivedNanos = nowNanos;
    }

    /** Returns whether more may be read. */
    boolean reads() {
        return fault.kind() != ProxyFault.Kind.BLACK_HOLE;
    }

    /** Bytes have come; none waited. */
    void arrived(long nowNanos) {
        arrivedNanos = nowNanos;
        passedSince = 0;
    }

    /** So many bytes have passed. */
    void passed(int bytes) {
        passed += bytes;
        passedSince += bytes;
    }

    /** The bytes that may pass now, of {@code waiting}. */
    int admitted(int waiting, long nowNanos) {
        long most = switch (fault.kind()) {
            case NONE -> waiting;
            case BLACK_HOLE -> 0;
            case RESET, CLOSE -> ofPartner ? fault.amount() - passed : waiting;
            case DELAY -> !ofPartner || isLate(nowNanos) ? waiting : 0;
            case ROUND_TRIP -> (!ofPartner && passed > 0) || isLate(nowNanos) ? waiting : 0;
            case THROTTLE -> throttled(nowNanos);
        };
        return (int) Math.min(waiting, most);
    }

    private boolean isLate(long nowNanos) {
        return nowNanos - arrivedNanos >= fault.amount();
    }

    private long throttled(long nowNanos) {
        double seconds = (double) (nowNanos - arrivedNanos) / SECOND_NANOS;
        return (long) (seconds * fault.amount()) - passedSince;
    }

    /** Returns whether the connection ends in place of the next byte, which is there. */
    boolean cuts() {
        boolean cut = fault.kind() == ProxyFault.Kind.RESET || fault.kind() == ProxyFault.Kind.CLOSE;
        return ofPartner && cut && passed >= fault.amount();
    }

    boolean cutsByReset() {
        return fault.kind() == ProxyFault.Kind.RESET;
    }

    /** Returns whether bytes have passed since the fault began. */
    boolean hasPassed() {
        return passed > 0;
    }

    /** The time after which more bytes may pass, when fewer than wait may now; zero if time changes nothing. */
    Duration pause(long nowNanos) {
        return switch (fault.kind()) {
            case DELAY, ROUND_TRIP -> Duration.ofNanos(Math.max(1, arrivedNanos + fault.amount() - nowNanos));
            case THROTTLE -> Duration.ofNanos(Math.max(SLICE_NANOS, SECOND_NANOS / fault.amount()));
            default -> Duration.ZERO;
        };
    }
}
