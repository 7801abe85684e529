package dev.medley.server.capacity;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/** A machine of which a test says what there is to know. */
record GivenFacts(Map<Fact, Long> facts) implements MachineFacts {

    private static final long GIB = 1L << 30;

    /** A machine with plenty of everything. */
    static GivenFacts plenty() {
        Map<Fact, Long> facts = new EnumMap<>(Fact.class);
        facts.put(Fact.OPEN_FILES, 65_536L);
        facts.put(Fact.OPEN_FILES_AT_MOST, 65_536L);
        facts.put(Fact.LOCAL_PORTS, 28_232L);
        facts.put(Fact.TIME_WAIT_REUSE, 2L);
        facts.put(Fact.LISTEN_BACKLOG, 4_096L);
        facts.put(Fact.MEMORY, 8 * GIB);
        facts.put(Fact.MAX_HEAP, GIB);
        facts.put(Fact.THREAD_STACK, 1L << 20);
        facts.put(Fact.PROCESSORS, 4L);
        facts.put(Fact.JAVA_VERSION, 21L);
        return new GivenFacts(facts);
    }

    /** A machine that tells nothing. */
    static GivenFacts none() {
        return new GivenFacts(Map.of());
    }

    GivenFacts with(Fact fact, long value) {
        Map<Fact, Long> changed = new EnumMap<>(facts);
        changed.put(fact, value);
        return new GivenFacts(changed);
    }

    @Override
    public OptionalLong read(Fact fact) {
        Long value = facts.get(fact);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
