package dev.medley.loadtest.driver.result;

import java.util.List;

/**
 * The resources that the driver itself used, and whether they limited the load.
 *
 * @param cpuSeconds CPU time of the driver's process over the whole run; the target must not be part of the process
 * @param cpuPercent in percent of one processor, over the phases that are measured
 * @param busiestPercent as {@code cpuPercent}, in the phase that needed most
 * @param sharePercent what the driver may take of the machine, in percent of one processor: all of it, or half of it when
 *     the target is on the same machine; never less than 100
 * @param machinePercent how busy all processors of the machine were, in percent
 * @param startDelayP99Millis what 99 % of the scheduled requests did not start later than planned, in milliseconds
 * @param startDelayMaxMillis the most that one started late
 * @param bottleneck whether the driver was busy to more than 80 % of its share, or started requests late, so that the
 *     results are its own and not the target's
 * @param verdict the same in words
 */
public record DriverUse(
        double cpuSeconds,
        double cpuPercent,
        double busiestPercent,
        double sharePercent,
        double machinePercent,
        double startDelayP99Millis,
        double startDelayMaxMillis,
        boolean bottleneck,
        String verdict) {

    private static final double BUSY = 0.8;
    private static final double LATE_MILLIS = 10;
    private static final double FULL_PERCENT = 95;

    /**
     * Returns the use during a run.
     *
     * @param total of the phases that are measured
     * @param phases those
     * @param cpuSeconds of the process over the whole run
     * @param share see {@link #share}
     */
    public static DriverUse of(
            PhaseResult total, List<PhaseResult> phases, double cpuSeconds, double share, Latency startDelays) {
        double busiest =
                phases.stream().mapToDouble(PhaseResult::cpuPercent).max().orElse(0);
        boolean busy = busiest > BUSY * share;
        boolean late = startDelays.p99Millis() > LATE_MILLIS;
        return new DriverUse(
                cpuSeconds,
                total.cpuPercent(),
                busiest,
                share,
                total.machinePercent(),
                startDelays.p99Millis(),
                startDelays.maxMillis(),
                busy || late,
                verdict(busy, late, total.machinePercent() > FULL_PERCENT));
    }

    /** The share of the driver, in percent of one processor. */
    public static double share(int processors, boolean sameMachine) {
        return 100.0 * (sameMachine ? Math.max(1, processors / 2.0) : processors);
    }

    private static String verdict(boolean busy, boolean late, boolean full) {
        if (busy) {
            return "the driver is the bottleneck: it took more than %.0f %% of its share".formatted(BUSY * 100);
        }
        if (late) {
            return "the driver is the bottleneck: it started requests more than %.0f ms late%s"
                    .formatted(LATE_MILLIS, full ? ", because the machine had no CPU left" : "");
        }
        return full ? "the machine had no CPU left: driver and target competed for it" : "the driver had room to spare";
    }
}
