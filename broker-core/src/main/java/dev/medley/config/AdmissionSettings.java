package dev.medley.config;

import dev.medley.partner.Adaptation;
import dev.medley.partner.QueueOrder;
import dev.medley.setting.internal.Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of the admission of inbound requests. Immutable. */
public final class AdmissionSettings {

    private final Settings values;
    private final AdmissionKeys keys;

    AdmissionSettings(Settings values, AdmissionKeys keys) {
        this.values = values;
        this.keys = keys;
    }

    /** Returns whether requests in flight are limited. */
    public boolean isLimited() {
        return values.find(keys.maxConcurrent()) != null || adaptive() != Adaptation.OFF;
    }

    /** Returns the limit on requests in flight, or the most that an adaptive limit may become. */
    public int maxConcurrent() {
        @Nullable Integer configured = values.find(keys.maxConcurrent());
        return configured == null ? AdmissionKeys.MAX_ADAPTIVE : configured;
    }

    /** Returns {@code adaptive}. */
    public Adaptation adaptive() {
        return values.get(keys.adaptive());
    }

    /** Returns {@code max-queued}. */
    public int maxQueued() {
        return values.get(keys.maxQueued());
    }

    /** Returns {@code max-queue-age}. */
    public Duration maxQueueAge() {
        return values.get(keys.maxQueueAge());
    }

    /** Returns {@code queue-order}. */
    public QueueOrder queueOrder() {
        return values.get(keys.queueOrder());
    }

    /** Returns the name of the header field that has the priority of a request; null if none has. */
    public @Nullable String priorityField() {
        return values.find(keys.priorityField());
    }

    /** Collects the settings of admission. A method sets the key of its name. */
    public static final class Builder {

        private final Settings.Builder values;
        private final AdmissionKeys keys = ServerKeys.ADMISSION;

        Builder(Settings.Builder values) {
            this.values = values;
        }

        /** Sets {@code max-concurrent}. */
        public Builder maxConcurrent(int requests) {
            values.set(keys.maxConcurrent(), requests);
            return this;
        }

        /** Sets {@code adaptive}. */
        public Builder adaptive(Adaptation algorithm) {
            values.set(keys.adaptive(), algorithm);
            return this;
        }

        /** Sets {@code max-queued}. */
        public Builder maxQueued(int requests) {
            values.set(keys.maxQueued(), requests);
            return this;
        }

        /** Sets {@code max-queue-age}. */
        public Builder maxQueueAge(Duration age) {
            values.set(keys.maxQueueAge(), age);
            return this;
        }

        /** Sets {@code queue-order}. */
        public Builder queueOrder(QueueOrder order) {
            values.set(keys.queueOrder(), order);
            return this;
        }

        /** Sets {@code priority-field}. */
        public Builder priorityField(String name) {
            values.set(keys.priorityField(), name);
            return this;
        }
    }
}
