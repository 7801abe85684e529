package dev.medley.server.internal.capacity;

import java.time.Duration;

/**
 * Costs of sessions on topics. The only place with such numbers: {@code ./medley experiment topics} measures them, and new results belong
 * here. Until it has, those of heap are the bound that a WebSocket has to keep ("at most 5.4 KB"), rounded up; those of the kernel and of
 * CPU time are MigratoryData's of ten million connections on one machine, which Medley is held to.
 */
final class SessionCosts {

    /** Live heap of a session over WebSocket, or of an event stream. */
    static final long HEAP_BYTES = 6_000;

    /** Memory of the kernel for the socket of a session that has taken all that it was sent. */
    static final long KERNEL_BYTES = 3_200;

    /** CPU time of one message to one session. */
    static final Duration DEMAND = Duration.ofNanos(29_000);

    /** Bytes of a message beside its data: its frame, positions and subject, and the heads of its TCP segment. */
    static final long MESSAGE_OVERHEAD = 131;

    private SessionCosts() {}
}
