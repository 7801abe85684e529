package dev.medley.server.internal.admin.page;

import dev.medley.servlet.internal.schedule.LastRun;
import dev.medley.servlet.internal.schedule.RunOutcome;
import dev.medley.servlet.internal.schedule.Schedule;
import dev.medley.setting.internal.ValueParsers;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A mashup that runs by a schedule.
 *
 * @param every its interval
 * @param state {@code new}, {@code running}, {@code idle} or {@code stopped}
 * @param runs that have ended
 * @param failures those of them that left the snapshot as it was, because they failed or expired
 * @param snapshot null before the first good run
 * @param lastRun null before the first run has ended
 * @param nextRunInSeconds null unless it waits for the next run
 */
record SchedulePart(
        String every,
        String state,
        long runs,
        long failures,
        @Nullable SnapshotPart snapshot,
        @Nullable RunPart lastRun,
        @Nullable Double nextRunInSeconds) {

    private static final double MILLIS = 1e3;

    static SchedulePart of(Schedule schedule) {
        long runs = 0;
        long failures = 0;
        for (RunOutcome each : RunOutcome.values()) {
            long ended = schedule.runs(each);
            runs += ended;
            failures += each.isGood() ? 0 : ended;
        }
        double age = schedule.ageSeconds();
        LastRun last = schedule.last();
        long next = schedule.nextRunNanos();
        return new SchedulePart(
                ValueParsers.duration().format(schedule.every()),
                schedule.phase().label(),
                runs,
                failures,
                Double.isNaN(age) ? null : new SnapshotPart(rounded(age), !schedule.isIncomplete()),
                last == null ? null : RunPart.of(last),
                next < 0 ? null : rounded(next / (double) TimeUnit.SECONDS.toNanos(1)));
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * MILLIS) / MILLIS;
    }

    /**
     * The snapshot.
     *
     * @param ageSeconds since the end of its run
     * @param complete whether it lacks nothing
     */
    record SnapshotPart(double ageSeconds, boolean complete) {}

    /**
     * The last run that has ended.
     *
     * @param outcome {@code completed}, {@code incomplete}, {@code failed} or {@code expired}
     * @param status of its reply, or of its problem
     * @param cause why it is not complete; null if it is
     * @param ended the time by the calendar
     * @param seconds its duration
     */
    record RunPart(String outcome, int status, @Nullable String cause, String ended, double seconds) {

        static RunPart of(LastRun run) {
            return new RunPart(
                    run.outcome().label(),
                    run.status(),
                    run.cause(),
                    run.ended().toString(),
                    rounded(run.nanos() / (double) TimeUnit.SECONDS.toNanos(1)));
        }
    }
}
