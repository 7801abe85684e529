package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;

/** The section {@code limits} of a partner: its queue, and the sizes of requests and responses. Immutable. */
public final class LimitSettings extends SettingsView {

    static final Group KEYS = Group.section("limits", "Further limits");

    private static final int MILLION = 1_000_000;
    private static final int MOST_FIELDS = 10_000;
    private static final int LARGEST_EXPANSION = 1_100;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long MAX_STREAMED = 1L << 40;

    private static final Setting<Integer> MAX_QUEUED = KEYS.key(
            "max-queued",
            ValueParsers.wholeNumber(0, MILLION, "exchanges"),
            1000,
            "Maximum number of exchanges that wait for a connection; one more fails immediately",
            Trait.CHANGEABLE);
    private static final Setting<Duration> MAX_QUEUE_AGE = KEYS.key(
            "max-queue-age",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time that an exchange may wait for a connection; then it fails as if the queue were full; 0 for as"
                    + " long as its `timeout`");
    private static final Setting<QueueOrder> QUEUE_ORDER = KEYS.key(
            "queue-order",
            ValueParsers.choice("an order of a queue", QueueOrder.class, QueueOrder::configured, Map.of()),
            QueueOrder.OLDEST_FIRST,
            "Order of waiting exchanges: with `oldest-first` a full queue refuses the newcomer; with"
                    + " `newest-first` the newcomer replaces the oldest");
    private static final Setting<Adaptation> ADAPTIVE = KEYS.key(
            "adaptive",
            ValueParsers.choice("an algorithm of a limit", Adaptation.class, Adaptation::configured, Map.of()),
            Adaptation.OFF,
            "Limit on the exchanges in flight that adapts to the partner's latency, below the capacity of"
                    + " its connections: `vegas` keeps latency near the lowest observed, `gradient` within"
                    + " one and a half times its long-term average, `off` for none; not suitable for a"
                    + " partner whose latency differs from request to request, or whose bodies are"
                    + " streamed to slow clients");
    private static final Setting<Long> MAX_BODY = KEYS.key(
            "max-body",
            ValueParsers.size(0, GIB),
            16 * MIB,
            "Largest response body that is buffered whole, after decompression; see `max-streamed-body` for others");
    private static final Setting<Long> MAX_REQUEST_HEAD = KEYS.key(
            "max-request-head",
            ValueParsers.size(KIB, 64 * KIB),
            8 * KIB,
            "Largest request line with header fields that is sent to the partner");
    private static final Setting<Integer> MAX_JSON_NAMES = KEYS.key(
            "max-json-names",
            ValueParsers.wholeNumber(1, 10 * MILLION, "names"),
            100_000,
            "Distinct names in one JSON document, all of which the broker holds while it checks the document");
    private static final Setting<Integer> MAX_JSON_TOKENS = KEYS.key(
            "max-json-tokens",
            ValueParsers.wholeNumber(1, 100 * MILLION, "tokens"),
            2 * MILLION,
            "Tokens in one JSON document");
    private static final Setting<Long> MAX_RESPONSE_HEAD = KEYS.key(
            "max-response-head", ValueParsers.size(KIB, MIB), 32 * KIB, "Largest header section of a response");
    private static final Setting<Integer> MAX_RESPONSE_FIELDS = KEYS.key(
            "max-response-fields",
            ValueParsers.wholeNumber(1, MOST_FIELDS, "fields"),
            200,
            "Maximum number of header fields of a response");
    private static final Setting<Long> MAX_STREAMED_BODY = KEYS.key(
            "max-streamed-body",
            ValueParsers.size(0, MAX_STREAMED),
            MAX_STREAMED,
            "Largest response body that is streamed, after decompression");
    private static final Setting<Integer> MAX_EXPANSION = KEYS.key(
            "max-expansion",
            ValueParsers.wholeNumber(1, LARGEST_EXPANSION, "times"),
            100,
            "Maximum number of bytes of a decompressed body for each byte received, if the body is larger"
                    + " than 1MiB");
    private static final SettingsType<LimitSettings> TYPE = new SettingsType<>("partner", KEYS, LimitSettings::new);

    LimitSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
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

    /** Returns {@code adaptive}. */
    public Adaptation adaptive() {
        return get(ADAPTIVE);
    }

    /** Returns {@code max-body}, in bytes. */
    public long maxBody() {
        return get(MAX_BODY);
    }

    /** Returns {@code max-request-head}, in bytes. */
    public int maxRequestHead() {
        return Math.toIntExact(get(MAX_REQUEST_HEAD));
    }

    /** Returns {@code max-json-names}. */
    public int maxJsonNames() {
        return get(MAX_JSON_NAMES);
    }

    /** Returns {@code max-json-tokens}. */
    public int maxJsonTokens() {
        return get(MAX_JSON_TOKENS);
    }

    /** Returns {@code max-response-head}, in bytes. */
    public int maxResponseHead() {
        return Math.toIntExact(get(MAX_RESPONSE_HEAD));
    }

    /** Returns {@code max-response-fields}. */
    public int maxResponseFields() {
        return get(MAX_RESPONSE_FIELDS);
    }

    /** Returns {@code max-streamed-body}, in bytes. */
    public long maxStreamedBody() {
        return get(MAX_STREAMED_BODY);
    }

    /** Returns {@code max-expansion}. */
    public int maxExpansion() {
        return get(MAX_EXPANSION);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, LimitSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code max-queued}. */
        public Builder maxQueued(int exchanges) {
            return put(MAX_QUEUED, exchanges);
        }

        /** Sets {@code max-queue-age}. */
        public Builder maxQueueAge(Duration age) {
            return put(MAX_QUEUE_AGE, age);
        }

        /** Sets {@code queue-order}. */
        public Builder queueOrder(QueueOrder order) {
            return put(QUEUE_ORDER, order);
        }

        /** Sets {@code adaptive}. */
        public Builder adaptive(Adaptation algorithm) {
            return put(ADAPTIVE, algorithm);
        }

        /** Sets {@code max-body}. */
        public Builder maxBody(long bytes) {
            return put(MAX_BODY, bytes);
        }

        /** Sets {@code max-request-head}. */
        public Builder maxRequestHead(int bytes) {
            return put(MAX_REQUEST_HEAD, (long) bytes);
        }

        /** Sets {@code max-json-names}. */
        public Builder maxJsonNames(int names) {
            return put(MAX_JSON_NAMES, names);
        }

        /** Sets {@code max-json-tokens}. */
        public Builder maxJsonTokens(int tokens) {
            return put(MAX_JSON_TOKENS, tokens);
        }

        /** Sets {@code max-response-head}. */
        public Builder maxResponseHead(int bytes) {
            return put(MAX_RESPONSE_HEAD, (long) bytes);
        }

        /** Sets {@code max-response-fields}. */
        public Builder maxResponseFields(int fields) {
            return put(MAX_RESPONSE_FIELDS, fields);
        }

        /** Sets {@code max-streamed-body}. */
        public Builder maxStreamedBody(long bytes) {
            return put(MAX_STREAMED_BODY, bytes);
        }

        /** Sets {@code max-expansion}. */
        public Builder maxExpansion(int times) {
            return put(MAX_EXPANSION, times);
        }
    }
}
