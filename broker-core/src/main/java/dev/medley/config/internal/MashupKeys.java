package dev.medley.config.internal;

import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.config.ServerTimingDetail;
import dev.medley.config.internal.caller.AccessKeys;
import dev.medley.config.internal.key.CommonKeys;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.thread.internal.BrokerPool;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * The keys of each mashup below {@code mashups}, by its path: its options, and the names of the keys of a declared one, which a
 * {@link DeclarationFormat} has.
 */
public final class MashupKeys {

    /** The keys that declare a mashup. */
    public static final List<String> DECLARING = List.of("exchanges", "reply", "pass");

    /** The keys of declared mashups, in the order of their declaration. */
    static final List<String> OF_DECLARED = List.of(
            CommonKeys.MANIFEST,
            "summary",
            "methods",
            "every",
            "jitter",
            "parts",
            "request-body",
            "parameters",
            "exchanges",
            "reply",
            "pass");

    /** The options of any mashup, that of a servlet too. */
    static final Group OPTIONS = Group.of("The options of a mashup");

    private static final int MILLION = 1_000_000;

    /** The parser of the names of these sections. */
    static final ValueParser<String> PATHS = ValueParsers.urlPattern("a path of a mashup");

    /** The key {@code execution}. */
    static final Setting<MashupMode> EXECUTION = OPTIONS.optional(
            "execution",
            modes(BrokerPool.virtualThreadsAvailable()),
            "`async`, and the mashup is moved to the pool if it stalls the loops repeatedly, and back once it does not block any more",
            "virtual",
            "Threads that the code of the mashup runs on, in place of its @MashupExecution: `async` the loops, which it must"
                    + " not block; `pool` a limited number of pool threads; `virtual` virtual threads, which it may block (Java"
                    + " 21 or later). Only with `server.execution: async`");

    /** The key {@code max-concurrent}. */
    static final Setting<Integer> MAX_CONCURRENT = OPTIONS.optional(
            "max-concurrent",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            "no limit of its own",
            "50",
            "Maximum number of requests for the mashup in flight, in place of its @MashupBulkhead; one more is refused"
                    + " immediately with a 503");

    /** The key {@code priority}. */
    static final Setting<Priority> PRIORITY = OPTIONS.optional(
            "priority",
            ValueParsers.choice("a priority", Priority.class, Priority::configured, Map.of()),
            "`normal`",
            "high",
            "Priority of requests for the mashup, on all its paths, while they wait for admission"
                    + " (`server.admission`) and while their computations wait for a thread (`server.compute`): those of a"
                    + " higher priority are first, and refused last");

    /** The key {@code deadline}. */
    static final Setting<Duration> DEADLINE = OPTIONS.optional(
            "deadline",
            ValueParsers.duration(),
            "`server.deadline`; for a declared mashup with exchanges, if that is not set, half a second more than its longest chain of time-outs, where an exchange with `for-each` counts once for each round of `concurrency` elements, but rounds do not make it longer than a minute",
            "3s",
            "Time for a reply of the mashup, from the arrival of the request to the end of the reply, in place of"
                    + " `server.deadline`");

    /** The key {@code server-timing}. */
    static final Setting<ServerTimingDetail> SERVER_TIMING = OPTIONS.optional(
            CommonKeys.SERVER_TIMING,
            CommonKeys.formOfField(ServerTimingDetail.class, ServerTimingDetail::configured),
            "`server.server-timing`",
            "total",
            "Field `Server-Timing` of the replies of the mashup, in place of `server.server-timing`");

    /** The section {@code access}. */
    static final AccessKeys ACCESS = AccessKeys.section(
            AccessKeys.OF_MASHUP, "Who may call the mashup: a caller that `callers` knows, with the following");

    static {
        ACCESS.in(OPTIONS);
    }

    /** The key {@code cost}. */
    static final Setting<Integer> COST = OPTIONS.optional(
            "cost",
            ValueParsers.wholeNumber(1, 10_000, "tokens"),
            "1",
            "5",
            "Tokens that a request for the mashup takes of each quota (`quotas`) that counts requests");

    private MashupKeys() {}

    /** Returns the section of a mashup, which may be declared in {@code format}. */
    static Group section(DeclarationFormat format) {
        Group section =
                Group.of("One mashup: the options of a mashup that a servlet serves, or, with `exchanges`, `reply` or"
                        + " `pass`, a declared mashup, whose path may have variables");
        section.addAll(OPTIONS);
        section.addAll(format.keys());
        return section;
    }

    /** Returns whether {@code mashup}, the keys of one path, declares one, and is not about one that a servlet serves. */
    static boolean isDeclared(JsonNode mashup) {
        return DECLARING.stream().anyMatch(mashup::has) || hasDeclaredMethods(mashup);
    }

    /** Returns whether each method of a path has a declaration of its own. */
    public static boolean hasDeclaredMethods(JsonNode mashup) {
        return mashup.path("methods").isObject();
    }

    /** Calls {@code refused} with each key of {@code mashup}, which is not declared, that it has and only a declared one may have. */
    static void refuseOfDeclared(JsonNode mashup, Consumer<String> refused) {
        OF_DECLARED.stream().filter(mashup::has).forEach(refused);
    }

    /** Returns the parser of modes, which refuses {@code virtual} unless there are virtual threads. */
    static ValueParser<MashupMode> modes(boolean virtualThreads) {
        Map<String, String> refused = new HashMap<>();
        refused.put(
                ExecutionMode.BLOCKING.configured(),
                "is for a whole server only: waiting mashups would occupy the few threads of async");
        if (!virtualThreads) {
            refused.put(
                    MashupMode.VIRTUAL.configured(),
                    "needs Java 21 or later, and this is Java "
                            + Runtime.version().feature());
        }
        return ValueParsers.choice("an execution of a mashup", MashupMode.class, MashupMode::configured, refused);
    }
}
