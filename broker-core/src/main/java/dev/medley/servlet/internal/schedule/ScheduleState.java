package dev.medley.servlet.internal.schedule;

import org.jspecify.annotations.Nullable;

/**
 * The state of a schedule, which one compare-and-set replaces. Immutable.
 *
 * @param phase where it is
 * @param run that is in flight; null if none is
 * @param kept the snapshot; null before the first good run
 * @param waiting readers of the first snapshot
 * @param last the last run that has ended; null before
 * @param nextNanos the time of the next run, by the broker's clock, while it is idle
 */
record ScheduleState(
        Phase phase,
        @Nullable ScheduledRun run,
        @Nullable KeptReply kept,
        Waiting waiting,
        @Nullable LastRun last,
        long nextNanos) {

    private ScheduleState to(Phase next, @Nullable ScheduledRun run, long nanos) {
        if (!phase.canBecome(next)) {
            throw new IllegalStateException("a schedule that is " + phase.label() + " cannot become " + next.label());
        }
        return new ScheduleState(next, run, kept, waiting, last, nanos);
    }

    ScheduleState running(ScheduledRun begun) {
        return to(Phase.RUNNING, begun, 0);
    }

    /** Before a run that is not due yet. */
    ScheduleState awaiting(long nanos) {
        return phase == Phase.IDLE
                ? new ScheduleState(phase, null, kept, waiting, last, nanos)
                : to(Phase.IDLE, null, nanos);
    }

    ScheduleState stopped() {
        return to(Phase.STOPPED, null, 0);
    }

    /** After a run; a snapshot or the failure of the first one has answered those who waited. */
    ScheduleState idle(@Nullable KeptReply next, LastRun ended, long nanos) {
        return new ScheduleState(
                to(Phase.IDLE, null, nanos).phase, null, next == null ? kept : next, new Waiting(), ended, nanos);
    }
}
