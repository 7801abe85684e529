package dev.medley.loadtest.driver.result;

import dev.medley.loadtest.driver.client.ErrorKind;
import java.util.Map;

/**
 * The outcome of the requests that were to start in one phase, or in all that are measured.
 *
 * @param name such as {@code warm-up}, {@code phase 1}, {@code total}
 * @param measured whether it is part of the total; the warm-up is not
 * @param fromSeconds its beginning, in seconds since that of the run
 * @param seconds its length
 * @param plannedPerSecond arrivals a second as planned; 0 in the closed loop
 * @param started requests
 * @param succeeded of these
 * @param failed of these
 * @param errors those that failed, by kind; kinds without any are omitted
 * @param messages those that failed, by what went wrong in words
 * @param throughput successes a second: those that came within the phase, whenever their requests started
 * @param mostInFlight requests in flight at most
 * @param bytes of bodies received
 * @param raw how long the successful ones took, from the start of the request
 * @param corrected as {@code raw}, with what coordinated omission leaves out: in the open loop from the intended start;
 *     in the closed loop with the requests added that a user could not send while waiting longer than expected
 * @param cpuPercent what the driver's process spent, in percent of one processor
 * @param machinePercent how busy all processors of the machine were, in percent
 */
public record PhaseResult(
        String name,
        boolean measured,
        double fromSeconds,
        double seconds,
        double plannedPerSecond,
        long started,
        long succeeded,
        long failed,
        Map<ErrorKind, Long> errors,
        Map<String, Long> messages,
        double throughput,
        int mostInFlight,
        long bytes,
        Latency raw,
        Latency corrected,
        double cpuPercent,
        double machinePercent) {

    /** Takes a copy of the maps. */
    public PhaseResult {
        errors = Map.copyOf(errors);
        messages = Map.copyOf(messages);
    }

    /** The errors of that kind. */
    public long errors(ErrorKind kind) {
        return errors.getOrDefault(kind, 0L);
    }
}
