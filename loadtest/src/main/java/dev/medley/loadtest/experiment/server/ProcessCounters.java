package dev.medley.loadtest.experiment.server;

import java.util.Map;

/**
 * The counters of a process at one instant.
 *
 * @param facts the counters of the whole process
 * @param threads the counters of each thread, by id
 */
public record ProcessCounters(ProcessFacts facts, Map<Long, ThreadCounters> threads) {

    public ProcessCounters {
        threads = Map.copyOf(threads);
    }

    public static ProcessCounters of(long pid) {
        return new ProcessCounters(ProcessFacts.of(pid), ThreadCounters.ofProcess(pid));
    }

    /**
     * The increase since {@code earlier}. Its CPU time is exact unless a thread has ended in between, whose exact time is lost:
     * then it is in ticks of the system. The switches of such a thread are missing.
     */
    public ThreadCounters since(ProcessCounters earlier) {
        ThreadCounters sum = threads.entrySet().stream()
                .map(each -> each.getValue().minus(earlier.threads.getOrDefault(each.getKey(), ThreadCounters.NONE)))
                .reduce(ThreadCounters.NONE, ThreadCounters::plus);
        boolean exact = !Double.isNaN(sum.cpuSeconds()) && threads.keySet().containsAll(earlier.threads.keySet());
        return exact
                ? sum
                : new ThreadCounters(
                        facts.cpuSeconds() - earlier.facts.cpuSeconds(), sum.voluntary(), sum.involuntary());
    }
}
