package dev.medley.config;

import dev.medley.partner.limit.Priority;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.ValueParser;
import dev.medley.setting.ValueParsers;
import dev.medley.thread.BrokerPool;
import java.util.HashMap;
import java.util.Map;

/** The keys of each mashup below {@code mashups}, by its path. */
final class MashupKeys {

    static final Group KEYS = Group.of("One mashup");

    private static final int MILLION = 1_000_000;

    static final ValueParser<String> PATHS = ValueParsers.urlPattern("a path of a mashup");

    static final Setting<MashupMode> EXECUTION = KEYS.optional(
            "execution",
            modes(BrokerPool.virtualThreadsAvailable()),
            "`async`, and the mashup is moved to the pool if it stalls the loops again and again",
            "virtual",
            "Threads that the code of the mashup runs on, in place of its @MashupExecution: `async` the loops, which it must"
                    + " not block; `pool` a share of the pool; `virtual` virtual threads, which it may block (Java 21 or"
                    + " later). Only with `server.execution: async`");

    static final Setting<Integer> MAX_CONCURRENT = KEYS.optional(
            "max-concurrent",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            "no limit of its own",
            "50",
            "Requests for the mashup that may be in flight at a time, in place of its @MashupBulkhead; one more is refused at"
                    + " once with a 503");

    static final Setting<Priority> PRIORITY = KEYS.optional(
            "priority",
            ValueParsers.choice("a priority", Priority.class, Priority::configured, Map.of()),
            "`normal`",
            "high",
            "Priority of requests for the mashup, on all its paths, while they wait for admission (`server.admission`): those of a higher one are"
                    + " admitted first, and refused last");

    private MashupKeys() {}

    static ValueParser<MashupMode> modes(boolean virtualThreads) {
        Map<String, String> refused = new HashMap<>();
        refused.put(
                ExecutionMode.BLOCKING.configured(),
                "is for a server as a whole: waiting mashups would take the few threads of async");
        if (!virtualThreads) {
            refused.put(
                    MashupMode.VIRTUAL.configured(),
                    "needs Java 21 or later, and this is Java "
                            + Runtime.version().feature());
        }
        return ValueParsers.choice("an execution of a mashup", MashupMode.class, MashupMode::configured, refused);
    }
}
