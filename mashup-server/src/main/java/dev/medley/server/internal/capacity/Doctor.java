package dev.medley.server.internal.capacity;

import dev.medley.config.internal.Configuration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks whether a machine and its configuration carry a workload. */
public final class Doctor {

    /** The bound of the search: no known machine has so many connections. */
    private static final long MAX_USERS = 1L << 27;

    private final Function<SystemLimit, OptionalLong> limits;
    private final Configuration configuration;
    /** Read once: no workload changes them. */
    private final List<Finding> certificates;

    private final long sessions;

    /** Creates a doctor for a machine with these {@code limits} (empty if unknown) and that configuration. */
    public Doctor(Function<SystemLimit, OptionalLong> limits, Configuration configuration) {
        this(limits, configuration, 0);
    }

    /** As above, where there are so many {@code sessions} on topics beside the requests. */
    public Doctor(Function<SystemLimit, OptionalLong> limits, Configuration configuration, long sessions) {
        this.sessions = sessions;
        this.limits = limits;
        this.configuration = configuration;
        certificates = CertificateChecks.of(configuration, Instant.now());
    }

    /** Checks {@code workload}, and searches for the largest one that fits. */
    public Diagnosis diagnose(Workload workload) {
        Workload shared =
                workload.withConnectionShare(PartnerChecks.connectionShare(configuration.partners(), workload.shape()));
        return new Diagnosis(configuration, shared, findings(shared), largest(shared));
    }

    private List<Finding> findings(Workload workload) {
        CapacityInput input = new CapacityInput(limits, configuration, workload);
        return Stream.of(
                        MachineChecks.of(input),
                        SessionChecks.of(input, sessions),
                        PartnerChecks.of(input),
                        certificates)
                .flatMap(List::stream)
                .toList();
    }

    /** Bisects: every amount needed grows with the users, or stays. */
    private Diagnosis.Largest largest(Workload workload) {
        List<String> fixFirst = tooLow(workload.withUsers(0), List.of());
        long fits = 0;
        long tooMany = MAX_USERS;
        while (tooMany - fits > 1) {
            long middle = (fits + tooMany) / 2;
            if (tooLow(workload.withUsers(middle), fixFirst).isEmpty()) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return new Diagnosis.Largest(fits, tooLow(workload.withUsers(tooMany), fixFirst), fixFirst);
    }

    private List<String> tooLow(Workload workload, List<String> ignored) {
        return findings(workload).stream()
                .filter(Finding::isTooLow)
                .map(Finding::check)
                .filter(check -> !ignored.contains(check))
                .toList();
    }
}
