package dev.medley.loadtest.experiment.server;

import java.time.Instant;

/**
 * The server at one moment.
 *
 * @param at when
 * @param process what the operating system says
 * @param heapMegabytes heap in use
 * @param threadsLeased threads of the pool given to selectors
 * @param threadsStarted threads of the pool that exist
 * @param inbound requests in flight
 * @param outbound exchanges in flight
 * @param connections open connections to partners
 * @param law the ledger's totals
 */
public record ServerSample(
        Instant at,
        ProcessFacts process,
        double heapMegabytes,
        double threadsLeased,
        double threadsStarted,
        double inbound,
        double outbound,
        double connections,
        LawTotals law) {

    WorkDone workDone() {
        return new WorkDone(law.answered(), process.cpuSeconds());
    }
}
