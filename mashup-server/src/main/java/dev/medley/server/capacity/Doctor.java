package dev.medley.server.capacity;

import dev.medley.config.Configuration;
import java.util.List;
import java.util.stream.Stream;

/** Tells whether a machine, as it is configured, carries a load, and if not, what mends that. */
public final class Doctor {

    /** Where the search for the most users ends: no machine that is known of has so many connections. */
    private static final long MOST_USERS = 1L << 27;

    private final MachineFacts facts;
    private final Configuration configuration;

    /** A doctor for that machine and configuration. */
    public Doctor(MachineFacts facts, Configuration configuration) {
        this.facts = facts;
        this.configuration = configuration;
    }

    /** What it finds when {@code load} is to be carried. */
    public Diagnosis diagnose(Load load) {
        return new Diagnosis(configuration, load, findings(load), largest(load));
    }

    private List<Finding> findings(Load load) {
        Situation situation = new Situation(facts, configuration, load);
        return Stream.of(ConnectionChecks.of(situation), ProcessChecks.of(situation), PartnerChecks.of(situation))
                .flatMap(List::stream)
                .toList();
    }

    /** By halving: what is needed only ever grows with the users. */
    private Largest largest(Load load) {
        List<String> mendFirst = tooLow(load.with(0), List.of());
        long fits = 0;
        long tooMany = MOST_USERS;
        while (tooMany - fits > 1) {
            long middle = (fits + tooMany) / 2;
            if (tooLow(load.with(middle), mendFirst).isEmpty()) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return new Largest(fits, tooLow(load.with(tooMany), mendFirst), mendFirst);
    }

    private List<String> tooLow(Load load, List<String> without) {
        return findings(load).stream()
                .filter(Finding::isTooLow)
                .map(Finding::what)
                .filter(what -> !without.contains(what))
                .toList();
    }
}
