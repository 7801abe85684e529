package dev.medley.stubs.proxy;

import dev.medley.stubs.internal.loop.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** One direction of a connection through a {@link FaultProxy}: what one side sends, on its way to the other. Used by one thread. */
final class ProxyRelay {

    private static final int CAPACITY = 16 * 1024;

    private final ByteBuffer held = ByteBuffer.allocate(CAPACITY).flip();
    private final Link from;
    private final Link to;
    private final boolean ofPartner;
    private ProxyGate gate;
    private boolean ended;
    private boolean finished;
    private boolean full;

    /** @param ofPartner whether it carries what the partner sends */
    ProxyRelay(Link from, Link to, boolean ofPartner, ProxyFault fault, long nowNanos) {
        this.from = from;
        this.to = to;
        this.ofPartner = ofPartner;
        gate = new ProxyGate(fault, ofPartner, nowNanos);
    }

    /** Lets another fault hold for what waits and comes. */
    void inject(ProxyFault fault, long nowNanos) {
        gate = new ProxyGate(fault, ofPartner, nowNanos);
    }

    /** Reads if nothing waits, and passes on what may pass. */
    void advance(long nowNanos) throws IOException {
        if (wantsInput()) {
            read(nowNanos);
        }
        write(gate.admitted(held.remaining(), nowNanos));
        if (ended && !held.hasRemaining() && gate.reads() && !finished) {
            finished = true;
            to.shutdownOutput();
        }
    }

    private void read(long nowNanos) throws IOException {
        int read = from.read(held.clear());
        held.flip();
        if (read > 0) {
            gate.arrived(nowNanos);
        }
        ended = read < 0;
    }

    private void write(int most) throws IOException {
        int begin = held.position();
        int end = held.limit();
        if (most > 0) {
            held.limit(begin + most);
            to.write(held);
            held.limit(end);
            gate.passed(held.position() - begin);
        }
        full = held.position() - begin < most;
    }

    /** Returns whether it is to be called when something has come. */
    boolean wantsInput() {
        return !ended && !held.hasRemaining() && gate.reads();
    }

    /** Returns whether it is to be called when there is room. */
    boolean wantsRoom() {
        return full;
    }

    /** Returns whether all has passed, the end included. */
    boolean finished() {
        return finished;
    }

    /** The time after which it goes on by itself; zero if it does not. */
    Duration pause(long nowNanos) {
        return held.hasRemaining() && !full ? gate.pause(nowNanos) : Duration.ZERO;
    }

    /** Returns whether the connection is to be cut now, in place of what waits. */
    boolean cutDue() {
        return held.hasRemaining() && gate.cuts();
    }

    ProxyGate gate() {
        return gate;
    }
}
