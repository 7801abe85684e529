package dev.medley.config;

import dev.medley.config.internal.key.CommonKeys;
import dev.medley.partner.Adaptation;
import dev.medley.partner.QueueOrder;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section {@code admission} of the server: the admission of inbound requests. Immutable. */
public final class AdmissionSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "admission",
            "Admission of requests for mashups: beyond a limit they wait in a short queue, and beyond that they are"
                    + " refused with a 503 and `Retry-After`");

    private static final int MILLION = 1_000_000;
    /** The limit of an adaptive one for which none is given. */
    private static final int MAX_ADAPTIVE = 1000;

    private static final Setting<Integer> MAX_CONCURRENT = KEYS.optional(
            "max-concurrent",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            "no limit; with `adaptive` " + MAX_ADAPTIVE,
            "200",
            "Maximum number of requests in flight; with `adaptive` the upper bound of the limit");
    private static final Setting<Adaptation> ADAPTIVE = KEYS.key(
            "adaptive",
            ValueParsers.choice("an algorithm of a limit", Adaptation.class, Adaptation::configured, Map.of()),
            Adaptation.OFF,
            "Limit that adapts to the time that mashups take: `vegas` keeps that time near the shortest"
                    + " observed, `gradient` within one and a half times its long-term average, `off` for"
                    + " a fixed limit; for mashups that all take about the same time");
    private static final Setting<Integer> MAX_QUEUED = KEYS.key(
            "max-queued",
            ValueParsers.wholeNumber(0, MILLION, "requests"),
            100,
            "Maximum number of requests that wait for admission; one more is refused, or a waiting one of"
                    + " lower priority");
    private static final Setting<Duration> MAX_QUEUE_AGE = KEYS.key(
            "max-queue-age",
            ValueParsers.durationOrZero(),
            Duration.ofMillis(100),
            "Time that a request may wait for admission; then it is refused; 0 for as long as `server.deadline`");
    private static final Setting<QueueOrder> QUEUE_ORDER = KEYS.key(
            "queue-order",
            ValueParsers.choice("an order of a queue", QueueOrder.class, QueueOrder::configured, Map.of()),
            QueueOrder.OLDEST_FIRST,
            "Order of waiting requests of one priority: with `oldest-first` a full queue refuses the"
                    + " newcomer; with `newest-first` the newcomer replaces the oldest");
    private static final Setting<String> PRIORITY_FIELD = KEYS.optional(
            "priority-field",
            ValueParsers.fieldName(Set.of()),
            "priorities of mashups only",
            "X-Priority",
            "Request header field whose value `high`, `normal` or `low` sets the priority, in place of the"
                    + " mashup's; use it only if a proxy sets or removes it, because any client could send it");

    private static final SettingsType<AdmissionSettings> TYPE =
            new SettingsType<>("server", KEYS, AdmissionSettings::new, AdmissionSettings::check);

    AdmissionSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: all requests are admitted. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports settings of a queue that requests never wait in. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (!new AdmissionSettings(values).isLimited()) {
            Stream.of(MAX_QUEUED, MAX_QUEUE_AGE, QUEUE_ORDER)
                    .filter(values::isGiven)
                    .forEach(setting -> problems.accept(setting, CommonKeys.WITHOUT_LIMIT));
        }
    }

    /** Returns whether requests in flight are limited. */
    public boolean isLimited() {
        return find(MAX_CONCURRENT) != null || adaptive() != Adaptation.OFF;
    }

    /** Returns the limit on requests in flight, or the most that an adaptive limit may become. */
    public int maxConcurrent() {
        @Nullable Integer configured = find(MAX_CONCURRENT);
        return configured == null ? MAX_ADAPTIVE : configured;
    }

    /** Returns {@code adaptive}. */
    public Adaptation adaptive() {
        return get(ADAPTIVE);
    }

    /** Returns {@code max-queued}. */
    public int maxQueued() {
        return get(MAX_QUEUED);
    }

    /** Returns {@code max-queue-age}. */
    public Duration maxQueueAge() {
        return get(MAX_QUEUE_AGE);
    }

    /** Returns {@code queue-order}. */
    public QueueOrder queueOrder() {
        return get(QUEUE_ORDER);
    }

    /** Returns the name of the header field that has the priority of a request; null if none has. */
    public @Nullable String priorityField() {
        return find(PRIORITY_FIELD);
    }

    /** Collects the settings of admission. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, AdmissionSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code max-concurrent}. */
        public Builder maxConcurrent(int requests) {
            return put(MAX_CONCURRENT, requests);
        }

        /** Sets {@code adaptive}. */
        public Builder adaptive(Adaptation algorithm) {
            return put(ADAPTIVE, algorithm);
        }

        /** Sets {@code max-queued}. */
        public Builder maxQueued(int requests) {
            return put(MAX_QUEUED, requests);
        }

        /** Sets {@code max-queue-age}. */
        public Builder maxQueueAge(Duration age) {
            return put(MAX_QUEUE_AGE, age);
        }

        /** Sets {@code queue-order}. */
        public Builder queueOrder(QueueOrder order) {
            return put(QUEUE_ORDER, order);
        }

        /** Sets {@code priority-field}. */
        public Builder priorityField(String name) {
            return put(PRIORITY_FIELD, name);
        }
    }
}
