package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.topic.SessionSettings;
import java.time.Duration;
import java.util.Map;

/** The keys below {@code server}, each with its type, bounds, default and help. */
final class ServerKeys {

    /** The section {@code server}. */
    public static final Group KEYS = Group.of("The server that answers requests for mashups");

    private static final int MILLION = 1_000_000;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final ValueParser<Integer> PORTS = ValueParsers.port();
    private static final ValueParser<String> HOSTS = ValueParsers.host();
    private static final ValueParser<Duration> DURATION = ValueParsers.duration();

    static final Setting<Integer> PORT =
            KEYS.key("port", PORTS, 8080, "Port of the mashups; 0 for any free one", Trait.OF_CONTAINER);
    static final Setting<String> HOST = KEYS.key(
            "host",
            HOSTS,
            "0.0.0.0",
            "Address to listen on for mashups; `0.0.0.0` for all addresses",
            Trait.OF_CONTAINER);

    static {
        AdminSettings.KEYS.add("tls", TlsSettings.OF_ADMINISTRATION.group);
        KEYS.add("admin", AdminSettings.KEYS);
    }

    static final Setting<Integer> THREADS = KEYS.optional(
            "threads",
            ValueParsers.wholeNumber(BrokerPool.MINIMUM_THREADS, 100_000, "threads"),
            "16; 3300 with `blocking`",
            "16",
            "Limit on the threads of the pool that server and client share; with `blocking` 8 or more");
    static final Setting<Integer> LOOPS = KEYS.optional(
            "loops",
            ValueParsers.wholeNumber(0, 1000, "loops"),
            "one per processor; with `blocking` and `virtual` 0",
            "2",
            "Loops: threads of the pool that wait for events of inbound and outbound connections and handle them, with"
                    + " `async` the mashups included; with 0 selectors give the events to other threads of the pool",
            Trait.OF_CONTAINER);
    /** The key {@code execution}. */
    public static final Setting<ExecutionMode> EXECUTION = KEYS.key(
            "execution",
            executionModes(BrokerPool.virtualThreadsAvailable()),
            ExecutionMode.ASYNC,
            "What a request occupies while it waits for partners: `async` no thread, `blocking` a thread of the pool,"
                    + " `virtual` a virtual thread (Java 21 or later)");

    static final Setting<Duration> STALL_WARNING = KEYS.key(
            "stall-warning",
            ValueParsers.durationOrZero(),
            Duration.ofMillis(100),
            "With `async`, time for which the code of a mashup may hold a loop. A mashup that holds it longer is"
                    + " logged with its stack, and after 3 times in a minute moved to the pool. 0 for no watch");
    static final Setting<Duration> DEADLINE = KEYS.optional(
            "deadline",
            DURATION,
            "half a second more than the longest `timeout` of a partner",
            "5s",
            "Time for a whole mashup, from the arrival of the request to the end of the reply, a streamed body"
                    + " included; at the deadline an unfinished reply is aborted",
            Trait.CHANGEABLE);
    static final Setting<Duration> DRAIN_DELAY = KEYS.key(
            "drain-delay",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time for which a stopping server, which is no longer ready, still accepts new connections and requests,"
                    + " so that load balancers notice; the drain follows",
            Trait.OF_CONTAINER,
            Trait.CHANGEABLE);
    static final Setting<Duration> DRAIN = KEYS.key(
            "drain",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(10),
            "Time that a stop waits for the requests in flight; 0 to not wait",
            Trait.CHANGEABLE);
    static final Setting<Duration> RELOAD_INTERVAL = KEYS.key(
            "reload-interval",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time between two checks of the files for changes: the configuration, the files that it includes or refers to,"
                    + " those that `tls` of partners names, and the JARs and scripts of mashups. A change is reloaded when two checks in a row find the same content. 0 for no"
                    + " checks: then only SIGHUP and `POST /reload` of administration reload",
            Trait.OF_CONTAINER);
    static final Setting<Duration> IDLE_TIMEOUT = KEYS.key(
            "idle-timeout",
            DURATION,
            Duration.ofSeconds(60),
            "Time that an inbound connection may be without traffic",
            Trait.OF_CONTAINER);
    static final Setting<Integer> ACCEPT_BACKLOG = KEYS.key(
            "accept-backlog",
            ValueParsers.wholeNumber(1, 65535, "connections"),
            4096,
            "Connections that may wait to be accepted; the operating system may have a lower limit"
                    + " (Linux: net.core.somaxconn)",
            Trait.OF_CONTAINER);
    static final Setting<Long> MAX_REQUEST_BODY = KEYS.key(
            "max-request-body", ValueParsers.size(0, GIB), MIB, "Largest body of an inbound request", Trait.CHANGEABLE);
    static final Setting<Long> MAX_HELD_BYTES = KEYS.optional(
            "max-held-bytes",
            ValueParsers.size(1, 1024 * GIB),
            "a quarter of the maximum heap",
            "256MiB",
            "Maximum number of bytes held for all clients: bodies, unread frames, replies that wait to be written",
            Trait.CHANGEABLE);
    static final Setting<Integer> MAX_WAITING = KEYS.key(
            "max-waiting",
            ValueParsers.wholeNumber(0, MILLION, "requests"),
            10_000,
            "Maximum number of inbound requests that wait for a thread, with `blocking` and for mashups on the pool;"
                    + " one more is refused with a 503");

    static {
        KEYS.add("admission", AdmissionSettings.KEYS);
        KEYS.add("compute", ComputeSettings.KEYS);
        KEYS.add("scripts", ScriptSettings.KEYS);
    }

    static final Setting<Boolean> ACCESS_LOG = KEYS.key(
            "access-log", ValueParsers.flag(), true, "True to log a line for every request", Trait.OF_CONTAINER);

    static {
        KEYS.add("log", LogSettings.KEYS);
        KEYS.add("traces", TracesSettings.KEYS);
        KEYS.addAll(ClientSettings.KEYS);
        KEYS.add("proxies", ProxySettings.KEYS);
        KEYS.addAll(EdgeSettings.KEYS);
        KEYS.add("sessions", SettingsType.of(SessionSettings.builder()).keys());
    }

    /** Those of the header fields of replies that Medley adds. */
    public static final ReplyFieldKeys REPLY_FIELDS = ReplyFieldKeys.in(KEYS);

    static final Setting<Boolean> SAMPLES = KEYS.key(
            "samples",
            ValueParsers.flag(),
            false,
            "True to serve the sample mashups `/trip`, `/fanout` and `/pass`, and `/prices` if there is a topic"
                    + " `sample-prices`; one request can cause 256 requests to partners");

    static {
        Group tls = KEYS.group("tls", TlsSettings.OF_MASHUPS.group.help());
        tls.addAll(TlsSettings.OF_MASHUPS.group);
        tls.addAll(HttpsSettings.KEYS);
    }

    private static final Group HTTP2 = KEYS.group("http2", "HTTP/2 of the mashups, with TLS and in clear text");
    static final Setting<Integer> MAX_STREAMS = HTTP2.key(
            "max-streams",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            128,
            "Maximum number of a client's requests in flight on one connection",
            Trait.OF_CONTAINER);
    static final Setting<Integer> MAX_CONTROL_FRAMES = HTTP2.key(
            "max-control-frames",
            ValueParsers.wholeNumber(1, MILLION, "frames"),
            128,
            "Maximum number of settings, pings, empty frames and errors of a client on one connection in a second, and"
                    + " of resets of requests in four seconds; one more closes the connection",
            Trait.OF_CONTAINER);

    private ServerKeys() {}

    /** Returns the parser of modes, which refuses {@code virtual} unless there are virtual threads. */
    public static ValueParser<ExecutionMode> executionModes(boolean virtualThreads) {
        return ValueParsers.choice(
                "an execution mode",
                ExecutionMode.class,
                ExecutionMode::configured,
                virtualThreads
                        ? Map.of()
                        : Map.of(
                                ExecutionMode.VIRTUAL.configured(),
                                "needs Java 21 or later, and this is Java "
                                        + Runtime.version().feature()));
    }
}
