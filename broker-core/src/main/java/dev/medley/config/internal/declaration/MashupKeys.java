package dev.medley.config.internal.declaration;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ManifestDetail;
import dev.medley.config.MashupMode;
import dev.medley.config.ServerTimingDetail;
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
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** The keys of each mashup below {@code mashups}, by its path. */
public final class MashupKeys {

    /** The section of a mashup. */
    public static final Group KEYS =
            Group.of("One mashup: the options of a mashup that a servlet serves, or, with `exchanges`, `reply` or"
                    + " `pass`, a declared mashup, whose path may have variables");

    /** The keys that declare a mashup. */
    static final List<String> DECLARING = List.of("exchanges", "reply", "pass");

    /** The keys of declared mashups, beside those that declare them. */
    private static final List<String> OF_DECLARED =
            List.of("summary", "methods", "request-body", "parts", CommonKeys.MANIFEST, "parameters");

    private static final int MILLION = 1_000_000;

    /** The parser of the names of these sections. */
    public static final ValueParser<String> PATHS = ValueParsers.urlPattern("a path of a mashup");

    /** The key {@code execution}. */
    public static final Setting<MashupMode> EXECUTION = KEYS.optional(
            "execution",
            modes(BrokerPool.virtualThreadsAvailable()),
            "`async`, and the mashup is moved to the pool if it stalls the loops repeatedly",
            "virtual",
            "Threads that the code of the mashup runs on, in place of its @MashupExecution: `async` the loops, which it must"
                    + " not block; `pool` a limited number of pool threads; `virtual` virtual threads, which it may block (Java"
                    + " 21 or later). Only with `server.execution: async`");

    /** The key {@code max-concurrent}. */
    public static final Setting<Integer> MAX_CONCURRENT = KEYS.optional(
            "max-concurrent",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            "no limit of its own",
            "50",
            "Maximum number of requests for the mashup in flight, in place of its @MashupBulkhead; one more is refused"
                    + " immediately with a 503");

    /** The key {@code priority}. */
    public static final Setting<Priority> PRIORITY = KEYS.optional(
            "priority",
            ValueParsers.choice("a priority", Priority.class, Priority::configured, Map.of()),
            "`normal`",
            "high",
            "Priority of requests for the mashup, on all its paths, while they wait for admission"
                    + " (`server.admission`): requests of a higher priority are admitted first and refused last");

    /** The key {@code deadline}. */
    public static final Setting<Duration> DEADLINE = KEYS.optional(
            "deadline",
            ValueParsers.duration(),
            "`server.deadline`; for a declared mashup, if that is not set, half a second more than its longest chain of time-outs, where an exchange with `for-each` counts once for each round of `concurrency` elements, but rounds do not make it longer than a minute",
            "3s",
            "Time for a reply of the mashup, from the arrival of the request to the end of the reply, in place of"
                    + " `server.deadline`");

    /** The key {@code server-timing}. */
    public static final Setting<ServerTimingDetail> SERVER_TIMING = KEYS.optional(
            CommonKeys.SERVER_TIMING,
            CommonKeys.formOfField(ServerTimingDetail.class, ServerTimingDetail::configured),
            "`server.server-timing`",
            "total",
            "Field `Server-Timing` of the replies of the mashup, in place of `server.server-timing`");

    static final Setting<ManifestDetail> MANIFEST = KEYS.optional(
            CommonKeys.MANIFEST,
            CommonKeys.formOfField(ManifestDetail.class, ManifestDetail::configured),
            "`server.medley-manifest`",
            "total",
            "Field `Medley-Manifest` of the replies of a declared mashup, in place of `server.medley-manifest`");

    static final Setting<String> SUMMARY = KEYS.optional(
            "summary",
            ValueParsers.text(),
            "none",
            "Weather and hotels of a city",
            "One line about a declared mashup, for its OpenAPI document");

    static final Setting<List<RequestMethod>> METHODS = KEYS.optional(
            "methods",
            ValueParsers.list(ValueParsers.choice("a method", RequestMethod.class, RequestMethod::name, Map.of())),
            "`[GET]`; with `pass` any",
            "[GET, POST]",
            "Methods that a declared mashup answers; HEAD is answered like GET. Or, for each method, a declaration of"
                    + " its own below its name: `summary`, `parameters`, `exchanges`, `reply`, `pass`. The parameters"
                    + " of the path apply to all methods; its summary applies to methods without their own");

    /** The keys of one method of a path. */
    static final Group OF_METHOD = Group.of("Declaration for this method, in place of the keys of the whole path");

    static final Setting<Boolean> PARTS = KEYS.key(
            "parts",
            ValueParsers.flag(),
            false,
            "True to stream the reply of a declared mashup in parts to a client that accepts `text/event-stream` or"
                    + " `application/x-ndjson`: each value that the reply passes on unchanged is sent when it arrives");

    private static final Group REQUEST_BODY = KEYS.group("request-body", "Body of the requests of a declared mashup");

    static final Setting<Boolean> BODY_REQUIRED = REQUEST_BODY.key(
            "required",
            ValueParsers.flag(),
            false,
            "True to reply with a 400 to a request without a body, or with an empty one, unless it is a GET");

    static {
        OF_METHOD.add("summary", SUMMARY);
        declare(
                "parameters",
                Group.named(
                        "Parameters of a declared mashup, by name. They are checked before its first exchange starts;"
                                + " others are neither checked nor documented",
                        ParameterKeys.NAMES,
                        ParameterKeys.KEYS));
        declare(
                "exchanges",
                Group.named(
                        "Exchanges of a declared mashup, by the names that expressions use. Each starts as soon as those that it"
                                + " refers to have ended",
                        ExchangeKeys.NAMES,
                        ExchangeKeys.KEYS));
    }

    static final ReplyKeys REPLY = ReplyKeys.in(KEYS);
    static final PassKeys PASS = PassKeys.in(KEYS);

    static {
        OF_METHOD.add("reply", Objects.requireNonNull(KEYS.find("reply")));
        OF_METHOD.add("pass", Objects.requireNonNull(KEYS.find("pass")));
        KEYS.orSection(
                "methods",
                Group.named(
                        "Methods that a declared mashup answers, as a list, or with a declaration for each",
                        ValueParsers.constantName("a method", RequestMethod.class),
                        OF_METHOD));
    }

    /** The options of any mashup, that of a servlet too. */
    public static final List<Setting<?>> OPTIONS =
            List.of(EXECUTION, MAX_CONCURRENT, PRIORITY, DEADLINE, SERVER_TIMING);

    private MashupKeys() {}

    /** Declares a group that each method may have for itself. */
    private static void declare(String key, Group group) {
        KEYS.add(key, group);
        OF_METHOD.add(key, group);
    }

    /** Returns whether {@code mashup}, the keys of one path, declares one, and is not about one that a servlet serves. */
    public static boolean isDeclared(JsonNode mashup) {
        return DECLARING.stream().anyMatch(mashup::has) || hasDeclaredMethods(mashup);
    }

    /** Returns whether each method of a path has a declaration of its own. */
    static boolean hasDeclaredMethods(JsonNode mashup) {
        return mashup.path("methods").isObject();
    }

    /** Calls {@code refused} with each key of {@code mashup}, which is not declared, that it has and only a declared one may have. */
    public static void refuseOfDeclared(JsonNode mashup, Consumer<String> refused) {
        OF_DECLARED.stream().filter(mashup::has).forEach(refused);
    }

    /** Returns the parser of modes, which refuses {@code virtual} unless there are virtual threads. */
    public static ValueParser<MashupMode> modes(boolean virtualThreads) {
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
