package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.math.BigDecimal;
import java.net.URI;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The section {@code traces} of the server: where the spans of requests, exchanges and attempts go. Immutable. */
public final class TracesSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "traces", "Spans of OpenTelemetry: of requests, exchanges and attempts, sent by OTLP over HTTP");

    private static final Setting<URI> ENDPOINT = KEYS.optional(
            "endpoint",
            ValueParsers.url(),
            "no spans, unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set",
            "http://127.0.0.1:4318",
            "URL of the receiver of spans; `/v1/traces` is added to it",
            Trait.OF_CONTAINER);
    private static final Setting<BigDecimal> RATIO = KEYS.key(
            "ratio",
            ValueParsers.share(),
            BigDecimal.ONE,
            "Share of the requests without a `traceparent` that are recorded; the sender of a `traceparent` has decided",
            Trait.OF_CONTAINER);

    /** What the specification of OTLP adds to the URL of a receiver. */
    private static final Pattern SIGNAL = Pattern.compile("/v1/traces/?$");

    private static final SettingsType<TracesSettings> TYPE =
            new SettingsType<>("server", KEYS, TracesSettings::new, TracesSettings::check);

    TracesSettings(Settings values) {
        super(KEYS, values);
    }

    /** Reports the URL that spans are sent to in place of that of their receiver. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        URI endpoint = values.find(ENDPOINT);
        if (endpoint != null && SIGNAL.matcher(endpoint.getPath()).find()) {
            problems.accept(ENDPOINT, "ends in /v1/traces, which is added to it; leave it out");
        }
    }

    /** Begins settings in which everything has its default: there are no spans. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code endpoint}; null if it is not set. */
    public @Nullable URI endpoint() {
        return find(ENDPOINT);
    }

    /** Returns {@code ratio}. */
    public double ratio() {
        return get(RATIO).doubleValue();
    }

    /** Collects the settings of traces. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, TracesSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code endpoint}. */
        public Builder endpoint(URI receiver) {
            return put(ENDPOINT, receiver);
        }

        /** Sets {@code ratio}. */
        public Builder ratio(double share) {
            return put(RATIO, BigDecimal.valueOf(share));
        }
    }
}
