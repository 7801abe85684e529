package dev.medley.config.server;

import dev.medley.partner.limit.Adaptation;
import dev.medley.partner.limit.QueueOrder;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.ValueParsers;
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
                        "Requests that may be in flight at a time; with `adaptive` the most that the limit may become"),
                group.key(
                        "adaptive",
                        ValueParsers.choice(
                                "an algorithm of a limit", Adaptation.class, Adaptation::configured, Map.of()),
                        Adaptation.OFF,
                        "Limit that follows the time that mashups take: `vegas` keeps it near the shortest that it has seen,"
                                + " `gradient` within one and a half times its long-term average, `off` for a fixed limit; for"
                                + " mashups that take about as long as each other"),
                group.key(
                        "max-queued",
                        ValueParsers.wholeNumber(0, MILLION, "requests"),
                        QUEUED,
                        "Requests that may wait for admission; one more is refused, or one of a lower priority in its place"),
                group.key(
                        "max-queue-age",
                        ValueParsers.durationOrZero(),
                        AGE,
                        "Time that a request may wait for admission; then it is refused; 0 for as long as `server.deadline`"),
                group.key(
                        "queue-order",
                        ValueParsers.choice("an order of a queue", QueueOrder.class, QueueOrder::configured, Map.of()),
                        QueueOrder.OLDEST_FIRST,
                        "Request that is next where several of one priority wait: `oldest-first`, and a full queue refuses the"
                                + " newcomer, or `newest-first`, and the newcomer takes the place of the oldest"),
                group.optional(
                        "priority-field",
                        ValueParsers.fieldName(Set.of()),
                        "priorities of mashups only",
                        "X-Priority",
                        "Header field of requests whose value `high`, `normal` or `low` is their priority, in place of that of"
                                + " their mashup; only where a proxy sets it or removes it, as any client could"));
    }

    /** Returns those that have no effect without a limit. */
    List<Setting<?>> ofQueue() {
        return List.of(maxQueued, maxQueueAge, queueOrder, priorityField);
    }
}
