package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;

/** The keys of a partner's queue that {@code limits} has besides its length. */
record QueueKeys(Setting<Duration> maxAge, Setting<QueueOrder> order, Setting<Adaptation> adaptive) {

    /** Declares them in {@code limits}. */
    static QueueKeys in(Group limits) {
        QueueSettings defaults = QueueSettings.DEFAULT;
        return new QueueKeys(
                limits.key(
                        "max-queue-age",
                        ValueParsers.durationOrZero(),
                        defaults.maxQueueAge(),
                        "Time that an exchange may wait for a connection; then it fails as if the queue were full; 0 for as"
                                + " long as its `timeout`"),
                limits.key(
                        "queue-order",
                        ValueParsers.choice("an order of a queue", QueueOrder.class, QueueOrder::configured, Map.of()),
                        defaults.queueOrder(),
                        "Order of waiting exchanges: with `oldest-first` a full queue refuses the newcomer; with"
                                + " `newest-first` the newcomer replaces the oldest"),
                limits.key(
                        "adaptive",
                        ValueParsers.choice(
                                "an algorithm of a limit", Adaptation.class, Adaptation::configured, Map.of()),
                        defaults.adaptive(),
                        "Limit on the exchanges in flight that adapts to the partner's latency, below the capacity of"
                                + " its connections: `vegas` keeps latency near the lowest observed, `gradient` within"
                                + " one and a half times its long-term average, `off` for none; not suitable for a"
                                + " partner whose latency differs from request to request, or whose bodies are"
                                + " streamed to slow clients"));
    }

    QueueSettings settings(Settings values) {
        return new QueueSettings(values.get(adaptive), values.get(maxAge), values.get(order));
    }

    void set(Settings.Builder values, QueueSettings settings) {
        values.set(adaptive, settings.adaptive());
        values.set(maxAge, settings.maxQueueAge());
        values.set(order, settings.queueOrder());
    }
}
