package dev.medley.config;

import dev.medley.partner.Adaptation;
import dev.medley.partner.QueueOrder;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys of the admission of inbound requests. */
record AdmissionKeys(
        Setting<Integer> maxConcurrent,
        Setting<Adaptation> adaptive,
        Setting<Integer> maxQueued,
        Setting<Duration> maxQueueAge,
        Setting<QueueOrder> queueOrder,
        Setting<String> priorityField) {

    /** The limit of an adaptive one for which none is given. */
    static final int MAX_ADAPTIVE = 1000;

    private static final int MILLION = 1_000_000;
    private static final int QUEUED = 100;
    private static final Duration AGE = Duration.ofMillis(100);

    /** Declares them in {@code server}. */
    static AdmissionKeys in(Group server) {
        Group group = server.group(
                "admission",
                "Admission of requests for mashups: beyond a limit they wait in a short queue, and beyond that they are"
                        + " refused with a 503 and `Retry-After`");
        return new AdmissionKeys(
                group.optional(
                        "max-concurrent",
                        ValueParsers.wholeNumber(1, MILLION, "requests"),
                        "no limit; with `adaptive` " + MAX_ADAPTIVE,
                        "200",
                        "Maximum number of requests in flight; with `adaptive` the upper bound of the limit"),
                group.key(
                        "adaptive",
                        ValueParsers.choice(
                                "an algorithm of a limit", Adaptation.class, Adaptation::configured, Map.of()),
                        Adaptation.OFF,
                        "Limit that adapts to the time that mashups take: `vegas` keeps that time near the shortest"
                                + " observed, `gradient` within one and a half times its long-term average, `off` for"
                                + " a fixed limit; for mashups that all take about the same time"),
                group.key(
                        "max-queued",
                        ValueParsers.wholeNumber(0, MILLION, "requests"),
                        QUEUED,
                        "Maximum number of requests that wait for admission; one more is refused, or a waiting one of"
                                + " lower priority"),
                group.key(
                        "max-queue-age",
                        ValueParsers.durationOrZero(),
                        AGE,
                        "Time that a request may wait for admission; then it is refused; 0 for as long as `server.deadline`"),
                group.key(
                        "queue-order",
                        ValueParsers.choice("an order of a queue", QueueOrder.class, QueueOrder::configured, Map.of()),
                        QueueOrder.OLDEST_FIRST,
                        "Order of waiting requests of one priority: with `oldest-first` a full queue refuses the"
                                + " newcomer; with `newest-first` the newcomer replaces the oldest"),
                group.optional(
                        "priority-field",
                        ValueParsers.fieldName(Set.of()),
                        "priorities of mashups only",
                        "X-Priority",
                        "Request header field whose value `high`, `normal` or `low` sets the priority, in place of the"
                                + " mashup's; use it only if a proxy sets or removes it, because any client could send it"));
    }

    /** Returns those that have no effect without a limit. */
    List<Setting<?>> ofQueue() {
        return List.of(maxQueued, maxQueueAge, queueOrder, priorityField);
    }
}
