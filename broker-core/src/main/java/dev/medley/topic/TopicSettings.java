package dev.medley.topic;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.topic.internal.subject.TopicNames;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The settings of a topic. Immutable. Sizes are in bytes. */
public final class TopicSettings extends SettingsView {

    static final Group KEYS = Group.of("A topic: a stream of messages that clients subscribe to");

    private static final int MILLION = 1_000_000;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private static final Setting<Boolean> PUBLIC = KEYS.key(
            "public",
            ValueParsers.flag(),
            false,
            "True for anybody to subscribe; publishing from outside needs a rule in any case",
            Trait.CHANGEABLE);
    private static final Setting<Delivery> DELIVER = KEYS.key(
            "deliver",
            ValueParsers.choice("a kind of delivery", Delivery.class, Delivery::configured, Map.of()),
            Delivery.ALL,
            "Messages that a subscriber gets: `all`, or the `latest` of each subject",
            Trait.CHANGEABLE);
    private static final Setting<Duration> INTERVAL = KEYS.key(
            "interval",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "With `deliver: latest`, least time between two deliveries to a subscription; what is published between is the newest of each"
                    + " subject when the time is over",
            Trait.CHANGEABLE);
    private static final Setting<Integer> MESSAGES = KEYS.key(
            "messages",
            ValueParsers.wholeNumber(1, 100 * MILLION, "messages"),
            1000,
            "Maximum number of messages that the log keeps; a client that lacks older ones is told of a gap",
            Trait.CHANGEABLE);
    private static final Setting<Long> BYTES = KEYS.key(
            "bytes",
            ValueParsers.size(1, 1024 * GIB),
            16 * MIB,
            "Maximum size of the log, with 160 bytes for each message beside its data",
            Trait.CHANGEABLE);
    private static final Setting<Duration> AGE = KEYS.optional(
            "age",
            ValueParsers.duration(),
            "no limit",
            "1h",
            "Time for which the log keeps a message",
            Trait.CHANGEABLE);
    private static final Setting<Long> MAX_MESSAGE = KEYS.key(
            "max-message",
            ValueParsers.size(1, 16 * MIB),
            64 * 1024L,
            "Largest message; a larger one is refused",
            Trait.CHANGEABLE);
    private static final Setting<SlowClients> SLOW_CLIENTS = KEYS.key(
            "slow-clients",
            ValueParsers.choice("what becomes of slow clients", SlowClients.class, SlowClients::configured, Map.of()),
            SlowClients.SKIP,
            "What becomes of a client that lacks messages which are no longer there: `skip` tells it of the gap and goes on,"
                    + " `disconnect` ends its session",
            Trait.CHANGEABLE);
    private static final Setting<Duration> WRITE_TIMEOUT = KEYS.key(
            "write-timeout",
            ValueParsers.duration(),
            Duration.ofSeconds(30),
            "Time for which a client may take nothing of what it is sent; then its session ends",
            Trait.CHANGEABLE);
    private static final Setting<Duration> ID_WINDOW = KEYS.key(
            "id-window",
            ValueParsers.durationOrZero(),
            Duration.ofMinutes(2),
            "Time for which a message with the id of an earlier one is taken for the same, and is not published again; 0 for never",
            Trait.CHANGEABLE);

    private final String name;

    private TopicSettings(String name, Settings values) {
        super(KEYS, values);
        this.name = name;
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    private static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (!values.get(INTERVAL).isZero() && values.get(DELIVER) != Delivery.LATEST) {
            problems.accept(INTERVAL, "has no effect; expected deliver: latest as well");
        }
    }

    /** Returns the name: the first token of the subjects. */
    public String name() {
        return name;
    }

    /** Returns {@code public}. */
    public boolean isPublic() {
        return get(PUBLIC);
    }

    /** Returns {@code deliver}. */
    public Delivery deliver() {
        return get(DELIVER);
    }

    /** Returns {@code interval}; zero for none. */
    public Duration interval() {
        return get(INTERVAL);
    }

    /** Returns {@code messages}. */
    public int messages() {
        return get(MESSAGES);
    }

    /** Returns {@code bytes}. */
    public long bytes() {
        return get(BYTES);
    }

    /** Returns {@code age}; null without a limit. */
    public @Nullable Duration age() {
        return find(AGE);
    }

    /** Returns {@code max-message}. */
    public long maxMessage() {
        return get(MAX_MESSAGE);
    }

    /** Returns {@code slow-clients}. */
    public SlowClients slowClients() {
        return get(SLOW_CLIENTS);
    }

    /** Returns {@code write-timeout}. */
    public Duration writeTimeout() {
        return get(WRITE_TIMEOUT);
    }

    /** Returns {@code id-window}; zero for none. */
    public Duration idWindow() {
        return get(ID_WINDOW);
    }

    /** Collects the settings of a topic. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, TopicSettings> {

        private Builder(String name) {
            super(new SettingsType<>(
                    "topic " + name, KEYS, values -> new TopicSettings(name, values), TopicSettings::check));
            TopicNames.PARSER.check(name);
        }

        /** Sets {@code public}. */
        public Builder isPublic(boolean anybody) {
            return put(PUBLIC, anybody);
        }

        /** Sets {@code deliver}. */
        public Builder deliver(Delivery messages) {
            return put(DELIVER, messages);
        }

        /** Sets {@code interval}. */
        public Builder interval(Duration least) {
            return put(INTERVAL, least);
        }

        /** Sets {@code messages}. */
        public Builder messages(int most) {
            return put(MESSAGES, most);
        }

        /** Sets {@code bytes}. */
        public Builder bytes(long most) {
            return put(BYTES, most);
        }

        /** Sets {@code age}. */
        public Builder age(Duration most) {
            return put(AGE, most);
        }

        /** Sets {@code max-message}. */
        public Builder maxMessage(long bytes) {
            return put(MAX_MESSAGE, bytes);
        }

        /** Sets {@code slow-clients}. */
        public Builder slowClients(SlowClients clients) {
            return put(SLOW_CLIENTS, clients);
        }

        /** Sets {@code write-timeout}. */
        public Builder writeTimeout(Duration timeout) {
            return put(WRITE_TIMEOUT, timeout);
        }

        /** Sets {@code id-window}. */
        public Builder idWindow(Duration window) {
            return put(ID_WINDOW, window);
        }
    }
}
