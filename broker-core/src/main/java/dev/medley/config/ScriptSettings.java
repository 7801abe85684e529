package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The section {@code scripts} of the server: the bounds of mashups in JavaScript. Immutable. */
public final class ScriptSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "scripts",
            "Bounds of scripts, which are mashups in JavaScript: a request that exceeds one ends with a 500. What they"
                    + " keep is bounded by what they allocate");

    private static final int MILLION = 1_000_000;
    private static final int THOUSAND = 1_000;
    private static final int MIB = 1 << 20;

    private static final Setting<Long> MAX_STATEMENTS = KEYS.key(
            "max-statements",
            ValueParsers.largeNumber(THOUSAND, 10_000L * MILLION, "statements"),
            (long) MILLION,
            "Maximum number of statements that a script runs for one request",
            Trait.CHANGEABLE);

    private static final Setting<Duration> MAX_TIME = KEYS.key(
            "max-time",
            ValueParsers.duration(),
            Duration.ofSeconds(1),
            "Time of the processor that a script takes for one request",
            Trait.CHANGEABLE);

    private static final Setting<Long> MAX_ALLOCATION = KEYS.key(
            "max-allocation",
            ValueParsers.size(MIB, THOUSAND * (long) MIB * MIB),
            256L * MIB,
            "Bytes of memory that a script allocates for one request, collected since or not; looked at every 5 ms",
            Trait.CHANGEABLE);

    private static final Setting<Integer> MAX_CALLS = KEYS.key(
            "max-calls",
            ValueParsers.wholeNumber(1, MILLION, "calls"),
            THOUSAND,
            "Maximum number of calls to partners that a script begins for one request",
            Trait.CHANGEABLE);

    private static final Setting<Integer> MAX_STRING = KEYS.key(
            "max-string",
            ValueParsers.wholeNumber(THOUSAND, THOUSAND * MILLION, "characters"),
            4 * MIB,
            "Longest string of a script",
            Trait.CHANGEABLE);

    private static final Setting<Integer> MAX_CONTEXTS = KEYS.key(
            "max-contexts",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            5 * THOUSAND,
            "Maximum number of requests for scripts in flight, each of which holds memory of its own; one more is"
                    + " refused with a 503",
            Trait.CHANGEABLE);

    private static final SettingsType<ScriptSettings> TYPE = new SettingsType<>("server", KEYS, ScriptSettings::new);

    ScriptSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code max-statements}. */
    public long maxStatements() {
        return get(MAX_STATEMENTS);
    }

    /** Returns {@code max-time}. */
    public Duration maxTime() {
        return get(MAX_TIME);
    }

    /** Returns {@code max-allocation}, in bytes. */
    public long maxAllocation() {
        return get(MAX_ALLOCATION);
    }

    /** Returns {@code max-calls}. */
    public int maxCalls() {
        return get(MAX_CALLS);
    }

    /** Returns {@code max-string}, in characters of UTF-16. */
    public int maxString() {
        return get(MAX_STRING);
    }

    /** Returns {@code max-contexts}. */
    public int maxContexts() {
        return get(MAX_CONTEXTS);
    }

    /** Collects the settings of scripts. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, ScriptSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code max-statements}. */
        public Builder maxStatements(long statements) {
            return put(MAX_STATEMENTS, statements);
        }

        /** Sets {@code max-time}. */
        public Builder maxTime(Duration ofProcessor) {
            return put(MAX_TIME, ofProcessor);
        }

        /** Sets {@code max-allocation}. */
        public Builder maxAllocation(long bytes) {
            return put(MAX_ALLOCATION, bytes);
        }

        /** Sets {@code max-calls}. */
        public Builder maxCalls(int calls) {
            return put(MAX_CALLS, calls);
        }

        /** Sets {@code max-string}, in characters of UTF-16. */
        public Builder maxString(int characters) {
            return put(MAX_STRING, characters);
        }

        /** Sets {@code max-contexts}. */
        public Builder maxContexts(int requests) {
            return put(MAX_CONTEXTS, requests);
        }
    }
}
