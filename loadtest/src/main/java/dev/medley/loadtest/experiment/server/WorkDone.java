package dev.medley.loadtest.experiment.server;

/**
 * What a server has done since its start.
 *
 * @param answered inbound requests
 * @param cpuSeconds CPU time of its process
 */
public record WorkDone(double answered, double cpuSeconds) {

    private static final double MICROS = 1e6;

    /** CPU time by request, in microseconds, since {@code earlier}. */
    public double microsPerRequest(WorkDone earlier) {
        return (cpuSeconds - earlier.cpuSeconds) * MICROS / (answered - earlier.answered);
    }
}
