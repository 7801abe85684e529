package dev.medley.config;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is configured of the server. Immutable.
 *
 * @param port of the mashups; 0 for any that is free
 * @param host the address to listen on
 * @param admin where metrics and health are
 * @param threads the bound on the threads of the pool
 * @param execution what runs a request while it waits for partners
 * @param deadline of a mashup as a whole; null for one that follows from the partners' timeouts, see
 *     {@link Configuration#deadline()}
 * @param drain how long a stop waits for the requests in flight
 * @param idleTimeout for how long an inbound connection may be without traffic
 * @param acceptBacklog connections that may wait to be accepted
 * @param maxRequestBody bytes of a request body
 * @param maxWaiting in the blocking mode, requests that may wait for a thread
 * @param accessLog whether a line is logged for every request
 */
public record ServerSettings(
        int port,
        String host,
        Admin admin,
        int threads,
        ExecutionMode execution,
        @Nullable Duration deadline,
        Duration drain,
        Duration idleTimeout,
        int acceptBacklog,
        long maxRequestBody,
        int maxWaiting,
        boolean accessLog) {

    private static final int LARGEST_PORT = 65535;
    private static final int LARGEST_BODY = 1 << 30;

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming the setting, its value and what is allowed
     */
    public ServerSettings {
        checkPort("port", port);
        check(
                threads >= execution.minimumThreads(),
                "threads",
                threads,
                "%d or more with execution: %s".formatted(execution.minimumThreads(), execution.configured()));
        check(deadline == null || isPositive(deadline), "deadline", deadline, "more than 0s");
        check(!drain.isNegative(), "drain", drain, "0s or more");
        check(isPositive(idleTimeout), "idle-timeout", idleTimeout, "more than 0s");
        check(acceptBacklog >= 1, "accept-backlog", acceptBacklog, "1 or more");
        check(
                maxRequestBody >= 0 && maxRequestBody <= LARGEST_BODY,
                "max-request-body",
                maxRequestBody,
                "0 bytes to 1GiB");
        check(maxWaiting >= 0, "max-waiting", maxWaiting, "0 or more");
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    private static void checkPort(String key, int port) {
        check(port >= 0 && port <= LARGEST_PORT, key, port, "0 to " + LARGEST_PORT);
    }

    private static void check(boolean holds, String key, @Nullable Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("server: %s is %s, expected %s".formatted(key, value, expected));
        }
    }

    /**
     * Where metrics and health are.
     *
     * @param port 0 for any that is free
     * @param host the address to listen on
     */
    public record Admin(int port, String host) {

        /**
         * Checks the port.
         *
         * @throws IllegalArgumentException if there is no such port
         */
        public Admin {
            checkPort("admin.port", port);
        }
    }

    /** Collects the settings of the server; what is not set has the default that its method tells. */
    public static final class Builder {

        private int port = 8080;
        private String host = "0.0.0.0";
        private int adminPort = 8081;
        private String adminHost = "127.0.0.1";
        private OptionalInt threads = OptionalInt.empty();
        private ExecutionMode execution = ExecutionMode.ASYNC;
        private @Nullable Duration deadline;
        private Duration drain = Duration.ofSeconds(10);
        private Duration idleTimeout = Duration.ofSeconds(60);
        private int acceptBacklog = 4096;
        private long maxRequestBody = 1L << 20;
        private int maxWaiting = 10_000;
        private boolean accessLog = true;

        private Builder() {}

        /** The port of the mashups, 0 for any that is free; 8080 unless set. */
        public Builder port(int number) {
            this.port = number;
            return this;
        }

        /** The address to listen on; all of them (0.0.0.0) unless set. */
        public Builder host(String address) {
            this.host = address;
            return this;
        }

        /** The port of metrics and health, 0 for any that is free; 8081 unless set. */
        public Builder adminPort(int number) {
            this.adminPort = number;
            return this;
        }

        /** The address on which metrics and health are; 127.0.0.1 unless set. */
        public Builder adminHost(String address) {
            this.adminHost = address;
            return this;
        }

        /** The bound on threads; 3,300 in the blocking mode and 16 in the others unless set. */
        public Builder threads(int bound) {
            this.threads = OptionalInt.of(bound);
            return this;
        }

        /** What runs a request while it waits; async unless set. */
        public Builder execution(ExecutionMode mode) {
            this.execution = mode;
            return this;
        }

        /** Time for a mashup as a whole; half a second more than the longest timeout of a partner unless set. */
        public Builder deadline(Duration whole) {
            this.deadline = whole;
            return this;
        }

        /** Time for requests in flight at a stop; 10 s unless set. */
        public Builder drain(Duration atStop) {
            this.drain = atStop;
            return this;
        }

        /** Time that an inbound connection may be without traffic; 60 s unless set. */
        public Builder idleTimeout(Duration idle) {
            this.idleTimeout = idle;
            return this;
        }

        /** Connections that may wait to be accepted; 4,096 unless set. */
        public Builder acceptBacklog(int connections) {
            this.acceptBacklog = connections;
            return this;
        }

        /** Bytes of a request body; 1 MiB unless set. */
        public Builder maxRequestBody(long bytes) {
            this.maxRequestBody = bytes;
            return this;
        }

        /** In the blocking mode, requests that may wait for a thread; 10,000 unless set. */
        public Builder maxWaiting(int requests) {
            this.maxWaiting = requests;
            return this;
        }

        /** Whether a line is logged for every request; it is unless set. */
        public Builder accessLog(boolean written) {
            this.accessLog = written;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if one of them is not allowed
         */
        public ServerSettings build() {
            return new ServerSettings(
                    port,
                    host,
                    new Admin(adminPort, adminHost),
                    threads.orElse(execution.defaultThreads()),
                    execution,
                    deadline,
                    drain,
                    idleTimeout,
                    acceptBacklog,
                    maxRequestBody,
                    maxWaiting,
                    accessLog);
        }
    }
}
