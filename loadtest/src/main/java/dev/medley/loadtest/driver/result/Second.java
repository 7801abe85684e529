package dev.medley.loadtest.driver.result;

/**
 * One second of a run, or what was left of it at the end.
 *
 * @param atSeconds its end, in seconds since the beginning of the run
 * @param inFlight requests in flight at its end: the users who wait
 * @param mostInFlight requests in flight at most
 * @param connections open at its end
 * @param started requests started
 * @param succeeded requests that ended well
 * @param failed requests that ended in an error
 * @param throughput successes a second
 * @param p50Millis the median latency of those that ended well, in milliseconds; from the intended start in the open loop
 * @param p99Millis what 99 % of those latencies did not exceed, in milliseconds
 * @param cpuPercent what the driver's process spent, in percent of one processor
 * @param machinePercent how busy all processors of the machine were, in percent
 */
public record Second(
        double atSeconds,
        int inFlight,
        int mostInFlight,
        int connections,
        long started,
        long succeeded,
        long failed,
        double throughput,
        double p50Millis,
        double p99Millis,
        double cpuPercent,
        double machinePercent) {}
