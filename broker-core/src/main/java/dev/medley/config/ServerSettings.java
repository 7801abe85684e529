package dev.medley.config;

import dev.medley.context.RequestIds;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Setting.Trait;
import dev.medley.setting.Settings;
import dev.medley.setting.ValueParser;
import dev.medley.setting.ValueParsers;
import dev.medley.thread.BrokerPool;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the server. Immutable. Each is declared once, below, with its meaning; a new one needs its
 * declaration, an accessor and, for programs, a method of the builder. Sizes are in bytes.
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
    private static final Group ADMIN = KEYS.group("admin", "Administration: metrics and health");
    static final Setting<Integer> ADMIN_PORT =
            ADMIN.key("port", PORTS, 8081, "Port of metrics and health; 0 for any free one", Trait.OF_CONTAINER);
    static final Setting<String> ADMIN_HOST =
            ADMIN.key("host", HOSTS, "127.0.0.1", "Address to listen on for metrics and health", Trait.OF_CONTAINER);
    static final TlsKeys ADMIN_TLS = TlsKeys.in(ADMIN.group("tls", "TLS of metrics and health"));
    static final Setting<Integer> THREADS = KEYS.optional(
            "threads",
            ValueParsers.wholeNumber(BrokerPool.MINIMUM_THREADS, 100_000, "threads"),
            "16; 3300 with `blocking`",
            "16",
            "Limit on the threads of the pool that server and client share; with `blocking` 8 or more");
    static final Setting<ExecutionMode> EXECUTION = KEYS.key(
            "execution",
            executionModes(BrokerPool.virtualThreadsAvailable()),
            ExecutionMode.ASYNC,
            "What runs a request while it waits for partners: `async` nothing, `blocking` a thread of the pool,"
                    + " `virtual` a virtual thread (Java 21 or later)");
    private static final Setting<Duration> DEADLINE = KEYS.optional(
            "deadline",
            DURATION,
            "half a second more than the longest `timeout` of a partner",
            "5s",
            "Time for a mashup as a whole, from the arrival of the request to the end of the reply; at the"
                    + " deadline an unfinished reply is aborted");
    private static final Setting<Duration> DRAIN_DELAY = KEYS.key(
            "drain-delay",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time that a stopping server, which is not ready any more, still accepts new connections and requests, so that"
                    + " load balancers notice; the drain follows",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> DRAIN = KEYS.key(
            "drain",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(10),
            "Time that a stop waits for the requests in flight; 0 for not at all");
    private static final Setting<Duration> IDLE_TIMEOUT = KEYS.key(
            "idle-timeout",
            DURATION,
            Duration.ofSeconds(60),
            "Time that an inbound connection may be without traffic",
            Trait.OF_CONTAINER);
    private static final Setting<Integer> ACCEPT_BACKLOG = KEYS.key(
            "accept-backlog",
            ValueParsers.wholeNumber(1, 65535, "connections"),
            4096,
            "Connections that may wait to be accepted; the operating system may have a lower limit"
                    + " (Linux: net.core.somaxconn)",
            Trait.OF_CONTAINER);
    private static final Setting<Long> MAX_REQUEST_BODY =
            KEYS.key("max-request-body", ValueParsers.size(0, GIB), MIB, "Largest body of an inbound request");
    private static final Setting<Long> MAX_HELD_BYTES = KEYS.optional(
            "max-held-bytes",
            ValueParsers.size(1, 1024 * GIB),
            "a quarter of the maximum heap",
            "256MiB",
            "Bytes of response bodies that the broker holds in all");
    private static final Setting<Integer> MAX_WAITING = KEYS.key(
            "max-waiting",
            ValueParsers.wholeNumber(0, MILLION, "requests"),
            10_000,
            "With `blocking`, inbound requests that may wait for a thread; one more is refused with a 503");
    private static final Setting<Boolean> ACCESS_LOG = KEYS.key(
            "access-log", ValueParsers.flag(), true, "True to log a line for every request", Trait.OF_CONTAINER);
    private static final ReplyFieldKeys REPLY_FIELDS = ReplyFieldKeys.in(KEYS);
    private static final Setting<Boolean> SAMPLES = KEYS.key(
            "samples",
            ValueParsers.flag(),
            false,
            "True to serve the sample mashups `/trip`, `/fanout` and `/pass` too; one request can cause 256 requests to"
                    + " partners");
    private static final Group TLS_GROUP = KEYS.group("tls", "TLS of the mashups, with HTTP/2 and HTTP/1.1");
    static final TlsKeys TLS = TlsKeys.in(TLS_GROUP);
    static final HttpsKeys HTTPS = HttpsKeys.in(TLS_GROUP);
    private static final Group HTTP2 = KEYS.group("http2", "HTTP/2 of the mashups, with TLS and in clear text");
    private static final Setting<Integer> MAX_STREAMS = HTTP2.key(
            "max-streams",
            ValueParsers.wholeNumber(1, MILLION, "requests"),
            128,
            "Requests in flight that a client may have on one connection",
            Trait.OF_CONTAINER);
    private static final Setting<Integer> MAX_CONTROL_FRAMES = HTTP2.key(
            "max-control-frames",
            ValueParsers.wholeNumber(1, MILLION, "frames"),
            128,
            "Resets, settings, pings, empty frames and errors that a client may cause on one connection in a second; one"
                    + " more closes it",
            Trait.OF_CONTAINER);

    /**
     * Checks that the threads are enough for the execution mode, and that the values of TLS go together.
     *
     * @throws IllegalArgumentException if not
     */
    public ServerSettings {
        CrossCheck.checkAlways(values, (setting, text) -> {
            throw new IllegalArgumentException("server: " + setting.path() + ": " + text);
        });
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

    /** Returns {@code port}. */
    public int port() {
        return values.get(PORT);
    }

    /** Returns {@code host}. */
    public String host() {
        return values.get(HOST);
    }

    /** Returns {@code admin.port}. */
    public Admin admin() {
        return new Admin(values.get(ADMIN_PORT), values.get(ADMIN_HOST));
    }

    /** Returns TLS of administration. */
    public TlsSettings adminTls() {
        return new TlsSettings(values, ADMIN_TLS);
    }

    /** Returns TLS of the mashups. */
    public TlsSettings tls() {
        return new TlsSettings(values, TLS);
    }

    /** Returns what the mashups have besides if they have TLS. */
    public HttpsSettings https() {
        return new HttpsSettings(values, HTTPS);
    }

    /** Returns {@code http2.max-streams}. */
    public int http2MaxStreams() {
        return values.get(MAX_STREAMS);
    }

    /** Returns {@code http2.max-control-frames}. */
    public int http2MaxControlFrames() {
        return values.get(MAX_CONTROL_FRAMES);
    }

    /** Returns {@code threads}. */
    public int threads() {
        @Nullable Integer configured = values.find(THREADS);
        return configured == null ? execution().defaultThreads() : configured;
    }

    /** Returns {@code execution}. */
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

    /** Returns {@code drain}. */
    public Duration drain() {
        return values.get(DRAIN);
    }

    /** Returns {@code drain-delay}. */
    public Duration drainDelay() {
        return values.get(DRAIN_DELAY);
    }

    /** Returns {@code idle-timeout}. */
    public Duration idleTimeout() {
        return values.get(IDLE_TIMEOUT);
    }

    /** Returns {@code accept-backlog}. */
    public int acceptBacklog() {
        return values.get(ACCEPT_BACKLOG);
    }

    /** Returns {@code max-request-body}. */
    public long maxRequestBody() {
        return values.get(MAX_REQUEST_BODY);
    }

    /** Returns {@code max-held-bytes}. */
    public long maxHeldBytes() {
        @Nullable Long configured = values.find(MAX_HELD_BYTES);
        return configured == null ? Runtime.getRuntime().maxMemory() / HELD_SHARE : configured;
    }

    /** Returns {@code max-waiting}. */
    public int maxWaiting() {
        return values.get(MAX_WAITING);
    }

    /** Returns {@code access-log}. */
    public boolean accessLog() {
        return values.get(ACCESS_LOG);
    }

    /** Returns the rule by which inbound requests have ids. */
    public RequestIds requestIds() {
        return REPLY_FIELDS.requestIds(values);
    }

    /** Returns {@code server-timing}. */
    public ServerTimingDetail serverTiming() {
        return values.get(REPLY_FIELDS.serverTiming());
    }

    /**
     * Returns whether the sample mashups are served: by the command {@code serve} and the product's WAR. A server that a
     * program builds has the mashups of its builder only.
     */
    public boolean samples() {
        return values.get(SAMPLES);
    }

    /**
     * Address of metrics and health.
     *
     * @param port 0 for any free one
     * @param host the address to listen on
     */
    public record Admin(int port, String host) {}

    /**
     * Collects the settings of the server. A method sets the key of its name; sizes are in bytes. A key that is not set has
     * the default that {@code docs/configuration.md} shows.
     */
    public static final class Builder {

        private final Settings.Builder values = new Settings.Builder(KEYS);

        private Builder() {}

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets {@code port}. */
        public Builder port(int number) {
            return set(PORT, number);
        }

        /** Sets {@code host}. */
        public Builder host(String address) {
            return set(HOST, address);
        }

        /** Sets {@code admin.port}. */
        public Builder adminPort(int number) {
            return set(ADMIN_PORT, number);
        }

        /** Sets {@code admin.host}. */
        public Builder adminHost(String address) {
            return set(ADMIN_HOST, address);
        }

        /** Sets {@code threads}. */
        public Builder threads(int limit) {
            return set(THREADS, limit);
        }

        /** Sets {@code execution}. */
        public Builder execution(ExecutionMode mode) {
            return set(EXECUTION, mode);
        }

        /** Sets {@code deadline}. */
        public Builder deadline(Duration whole) {
            return set(DEADLINE, whole);
        }

        /** Sets {@code drain}. */
        public Builder drain(Duration atStop) {
            return set(DRAIN, atStop);
        }

        /** Sets {@code drain-delay}. */
        public Builder drainDelay(Duration beforeDrain) {
            return set(DRAIN_DELAY, beforeDrain);
        }

        /** Sets {@code idle-timeout}. */
        public Builder idleTimeout(Duration idle) {
            return set(IDLE_TIMEOUT, idle);
        }

        /** Sets {@code accept-backlog}. */
        public Builder acceptBacklog(int connections) {
            return set(ACCEPT_BACKLOG, connections);
        }

        /** Sets {@code max-request-body}. */
        public Builder maxRequestBody(long bytes) {
            return set(MAX_REQUEST_BODY, bytes);
        }

        /** Sets {@code max-held-bytes}. */
        public Builder maxHeldBytes(long bytes) {
            return set(MAX_HELD_BYTES, bytes);
        }

        /** Sets {@code max-waiting}. */
        public Builder maxWaiting(int requests) {
            return set(MAX_WAITING, requests);
        }

        /** Sets {@code access-log}. */
        public Builder accessLog(boolean written) {
            return set(ACCESS_LOG, written);
        }

        /** Sets {@code request-id.field}. */
        public Builder requestIdField(String name) {
            return set(REPLY_FIELDS.requestId(), name);
        }

        /** Sets {@code request-id.trust}. */
        public Builder trustRequestIds(boolean trusted) {
            return set(REPLY_FIELDS.trust(), trusted);
        }

        /** Sets {@code server-timing}. */
        public Builder serverTiming(ServerTimingDetail detail) {
            return set(REPLY_FIELDS.serverTiming(), detail);
        }

        /** Sets {@code samples}. */
        public Builder samples(boolean served) {
            return set(SAMPLES, served);
        }

        /** Sets TLS of the mashups. */
        public Builder tls(Consumer<TlsSettings.Builder> change) {
            change.accept(new TlsSettings.Builder(values, TLS));
            return this;
        }

        /** Sets what the mashups have besides if they have TLS. */
        public Builder https(Consumer<HttpsSettings.Builder> change) {
            change.accept(new HttpsSettings.Builder(values));
            return this;
        }

        /** Sets TLS of administration. */
        public Builder adminTls(Consumer<TlsSettings.Builder> change) {
            change.accept(new TlsSettings.Builder(values, ADMIN_TLS));
            return this;
        }

        /** Sets {@code http2.max-streams}. */
        public Builder http2MaxStreams(int requests) {
            return set(MAX_STREAMS, requests);
        }

        /** Sets {@code http2.max-control-frames}. */
        public Builder http2MaxControlFrames(int framesPerSecond) {
            return set(MAX_CONTROL_FRAMES, framesPerSecond);
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
