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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The section {@code log} of the server: the form of its logs, and which requests are slow. Immutable. */
public final class LogSettings extends SettingsView {

    static final Group KEYS = Group.section("log", "The form of logs, and the requests that are logged as slow");

    private static final Setting<LogFormat> FORMAT = KEYS.key(
            "format",
            ValueParsers.choice("a form of logs", LogFormat.class, LogFormat::configured, Map.of()),
            LogFormat.TEXT,
            "Form of all logs; `json` is one document in each line, with ids, caller, mashup, outcome and times",
            Trait.OF_CONTAINER);
    private static final Setting<List<LogField>> FIELDS = KEYS.optional(
            "fields",
            ValueParsers.list(
                    ValueParsers.choice("a field of the access log", LogField.class, LogField::configured, Map.of())),
            "all but `exchanges`",
            "[status, ms, request_id, exchanges]",
            "Members of the lines of the access log with `format: json`",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> SLOW = KEYS.optional(
            "slow",
            ValueParsers.duration(),
            "no request is logged as slow",
            "2s",
            "Time from the first byte of a request to the end of its reply beyond which it is logged with its exchanges",
            Trait.OF_CONTAINER);

    private static final List<LogField> USUAL = Arrays.stream(LogField.values())
            .filter(field -> field != LogField.EXCHANGES)
            .toList();

    private static final SettingsType<LogSettings> TYPE =
            new SettingsType<>("server", KEYS, LogSettings::new, LogSettings::check);

    LogSettings(Settings values) {
        super(KEYS, values);
    }

    /** Reports members of lines that are no JSON. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.find(FIELDS) != null && values.get(FORMAT) != LogFormat.JSON) {
            problems.accept(FIELDS, "has no effect without server.log.format: json");
        }
    }

    /** Begins settings in which everything has its default: text, and no slow requests. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code format}. */
    public LogFormat format() {
        return get(FORMAT);
    }

    /** Returns {@code fields}; all but {@link LogField#EXCHANGES} if it is not set. */
    public List<LogField> fields() {
        List<LogField> chosen = find(FIELDS);
        return chosen == null ? USUAL : chosen;
    }

    /** Returns {@code slow}; null if no request is logged as slow. */
    public @Nullable Duration slow() {
        return find(SLOW);
    }

    /** Collects the settings of logs. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, LogSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code format}. */
        public Builder format(LogFormat form) {
            return put(FORMAT, form);
        }

        /** Sets {@code fields}. */
        public Builder fields(LogField... members) {
            return put(FIELDS, List.of(members));
        }

        /** Sets {@code slow}. */
        public Builder slow(Duration threshold) {
            return put(SLOW, threshold);
        }
    }
}
