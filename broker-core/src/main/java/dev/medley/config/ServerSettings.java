package dev.medley.config;

import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Setting.Trait;
import dev.medley.setting.Settings;
import dev.medley.setting.ValueParser;
import dev.medley.setting.ValueParsers;
import dev.medley.thread.BrokerPool;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the server. Immutable. Each is declared once, below; a new one needs its declaration, an accessor
 * and, for programs, a method of the builder.
 *
 * @param values of {@link #KEYS}
 */
public record ServerSettings(Settings values) {

    static final Group KEYS = Group.of("The server that answers requests for mashups");

    private static final int MILLION = 1_000_000;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long HELD_SHARE = 4;
    private static final ValueParser<Integer> PORTS = ValueParsers.port();

    private static final Setting<Integer> PORT = KEYS.key("port", PORTS, "Port of the mashups; 0 for any free one")
            .with(Trait.OF_CONTAINER)
            .defaultsTo(8080);
    private static final Setting<String> HOST = KEYS.key(
                    "host", ValueParsers.host(), "Address to listen on for mashups; `0.0.0.0` for all addresses")
            .with(Trait.OF_CONTAINER)
            .defaultsTo("0.0.0.0");
    private static final Group ADMIN = KEYS.group("admin", "Administration: metrics and health");
    private static final Setting<Integer> ADMIN_PORT = ADMIN.key(
                    "port", PORTS, "Port of metrics and health; 0 for any free one")
            .with(Trait.OF_CONTAINER)
            .defaultsTo(8081);
    private static final Setting<String> ADMIN_HOST = ADMIN.key(
                    "host", ValueParsers.host(), "Address to listen on for metrics and health")
            .with(Trait.OF_CONTAINER)
            .defaultsTo("127.0.0.1");
    private static final Setting<Integer> THREADS = KEYS.key(
                    "threads",
                    ValueParsers.wholeNumber(BrokerPool.MINIMUM_THREADS, 100_000, "threads"),
                    "Limit on the threads of the pool that server and client share; with `blocking` 8 or more")
            .optional("16; 3300 with `blocking`", "16");
    static final Setting<ExecutionMode> EXECUTION = KEYS.key(
                    "execution",
                    executionModes(BrokerPool.virtualThreadsAvailable()),
                    "What runs a request while it waits for partners: `async` nothing, `blocking` a thread of the pool,"
                            + " `virtual` a virtual thread (Java 21 or later)")
            .defaultsTo(ExecutionMode.ASYNC);
    private static final Setting<Duration> DEADLINE = KEYS.key(
                    "deadline",
                    ValueParsers.duration(),
                    "Time for a mashup as a whole, from the arrival of the request to the end of the reply; at the"
                            + " deadline an unfinished reply is aborted")
            .optional("half a second more than the longest `timeout` of a partner", "5s");
    private static final Setting<Duration> DRAIN = KEYS.key(
                    "drain",
                    ValueParsers.durationOrZero(),
                    "Time that a stop waits for the requests in flight; 0 for not at all")
            .defaultsTo(Duration.ofSeconds(10));
    private static final Setting<Duration> IDLE_TIMEOUT = KEYS.key(
                    "idle-timeout", ValueParsers.duration(), "Time that an inbound connection may be without traffic")
            .with(Trait.OF_CONTAINER)
            .defaultsTo(Duration.ofSeconds(60));
    private static final Setting<Integer> ACCEPT_BACKLOG = KEYS.key(
                    "accept-backlog",
                    ValueParsers.wholeNumber(1, 65535, "connections"),
                    "Connections that may wait to be accepted; the operating system may have a lower limit"
                            + " (Linux: net.core.somaxconn)")
            .with(Trait.OF_CONTAINER)
            .defaultsTo(4096);
    private static final Setting<Long> MAX_REQUEST_BODY = KEYS.key(
                    "max-request-body", ValueParsers.size(0, GIB), "Largest body of an inbound request")
            .defaultsTo(MIB);
    private static final Setting<Long> MAX_HELD_BYTES = KEYS.key(
                    "max-held-bytes",
                    ValueParsers.size(1, 1024 * GIB),
                    "Bytes of response bodies that the broker holds in all")
            .optional("a quarter of the maximum heap", "256MiB");
    private static final Setting<Integer> MAX_WAITING = KEYS.key(
                    "max-waiting",
                    ValueParsers.wholeNumber(0, MILLION, "requests"),
                    "With `blocking`, inbound requests that may wait for a thread; one more is refused with a 503")
            .defaultsTo(10_000);
    private static final Setting<Boolean> ACCESS_LOG = KEYS.key(
                    "access-log", ValueParsers.flag(), "True to log a line for every request")
            .with(Trait.OF_CONTAINER)
            .defaultsTo(true);

    /**
     * Completes the threads, and checks that they are enough for the execution mode.
     *
     * @throws IllegalArgumentException if they are too few
     */
    public ServerSettings {
        ExecutionMode mode = values.get(EXECUTION);
        values = values.withDefault(THREADS, mode.defaultThreads());
        int threads = values.get(THREADS);
        if (threads < mode.minimumThreads()) {
            throw new IllegalArgumentException("server: threads is %d, expected %d or more with execution: %s"
                    .formatted(threads, mode.minimumThreads(), mode.configured()));
        }
    }

    static ValueParser<ExecutionMode> executionModes(boolean virtualThreads) {
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

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the port of the mashups; 0 for any free one. */
    public int port() {
        return values.get(PORT);
    }

    /** Returns the address to listen on for mashups. */
    public String host() {
        return values.get(HOST);
    }

    /** Returns where metrics and health are. */
    public Admin admin() {
        return new Admin(values.get(ADMIN_PORT), values.get(ADMIN_HOST));
    }

    /** Returns the limit on the threads of the pool. */
    public int threads() {
        return values.get(THREADS);
    }

    public ExecutionMode execution() {
        return values.get(EXECUTION);
    }

    /**
     * Returns the time for a mashup as a whole; null if it follows from the partners' timeouts, see
     * {@link Configuration#deadline()}.
     */
    public @Nullable Duration deadline() {
        return values.find(DEADLINE);
    }

    /** Returns the time that a stop waits for the requests in flight. */
    public Duration drain() {
        return values.get(DRAIN);
    }

    /** Returns the time that an inbound connection may be without traffic. */
    public Duration idleTimeout() {
        return values.get(IDLE_TIMEOUT);
    }

    /** Returns the limit on connections that wait to be accepted. */
    public int acceptBacklog() {
        return values.get(ACCEPT_BACKLOG);
    }

    /** Returns the limit on the bytes of a request body. */
    public long maxRequestBody() {
        return values.get(MAX_REQUEST_BODY);
    }

    /** Returns the limit on the bytes of response bodies that the broker holds in all. */
    public long maxHeldBytes() {
        @Nullable Long configured = values.find(MAX_HELD_BYTES);
        return configured == null ? Runtime.getRuntime().maxMemory() / HELD_SHARE : configured;
    }

    /** Returns the limit on requests that wait for a thread in the blocking mode. */
    public int maxWaiting() {
        return values.get(MAX_WAITING);
    }

    /** True if a line is logged for every request. */
    public boolean accessLog() {
        return values.get(ACCESS_LOG);
    }

    /**
     * Address of metrics and health.
     *
     * @param port 0 for any free one
     * @param host the address to listen on
     */
    public record Admin(int port, String host) {}

    /** Collects the settings of the server. What is not set has the default of its declaration. */
    public static final class Builder {

        private final Settings.Builder values = new Settings.Builder(KEYS);

        private Builder() {}

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets the port of the mashups, 0 for any free one; 8080 unless set. */
        public Builder port(int number) {
            return set(PORT, number);
        }

        /** Sets the address to listen on; all of them (0.0.0.0) unless set. */
        public Builder host(String address) {
            return set(HOST, address);
        }

        /** Sets the port of metrics and health, 0 for any free one; 8081 unless set. */
        public Builder adminPort(int number) {
            return set(ADMIN_PORT, number);
        }

        /** Sets the address of metrics and health; 127.0.0.1 unless set. */
        public Builder adminHost(String address) {
            return set(ADMIN_HOST, address);
        }

        /** Sets the limit on threads; 3,300 in the blocking mode and 16 in the others unless set. */
        public Builder threads(int limit) {
            return set(THREADS, limit);
        }

        /** Sets the execution mode; async unless set. */
        public Builder execution(ExecutionMode mode) {
            return set(EXECUTION, mode);
        }

        /** Sets the time for a mashup as a whole; half a second more than the longest timeout of a partner unless set. */
        public Builder deadline(Duration whole) {
            return set(DEADLINE, whole);
        }

        /** Sets the time that a stop waits for requests in flight; 10 s unless set. */
        public Builder drain(Duration atStop) {
            return set(DRAIN, atStop);
        }

        /** Sets the time that an inbound connection may be without traffic; 60 s unless set. */
        public Builder idleTimeout(Duration idle) {
            return set(IDLE_TIMEOUT, idle);
        }

        /** Sets the limit on connections that wait to be accepted; 4,096 unless set. */
        public Builder acceptBacklog(int connections) {
            return set(ACCEPT_BACKLOG, connections);
        }

        /** Sets the limit on the bytes of a request body; 1 MiB unless set. */
        public Builder maxRequestBody(long bytes) {
            return set(MAX_REQUEST_BODY, bytes);
        }

        /** Sets the limit on the bytes of response bodies held in all; a quarter of the maximum heap unless set. */
        public Builder maxHeldBytes(long bytes) {
            return set(MAX_HELD_BYTES, bytes);
        }

        /** Sets the limit on requests that wait for a thread in the blocking mode; 10,000 unless set. */
        public Builder maxWaiting(int requests) {
            return set(MAX_WAITING, requests);
        }

        /** Sets whether a line is logged for every request; it is unless set. */
        public Builder accessLog(boolean written) {
            return set(ACCESS_LOG, written);
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one of them is out of bounds, naming it, its value and the bounds
         */
        public ServerSettings build() {
            return new ServerSettings(values.build("server"));
        }
    }
}
