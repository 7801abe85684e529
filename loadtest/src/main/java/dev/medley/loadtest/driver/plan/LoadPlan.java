package dev.medley.loadtest.driver.plan;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a load: {@code GET} one address, in the closed or in the open loop.
 *
 * <pre>{@code
 * LoadPlan.to(URI.create("http://127.0.0.1:8080/fanout?c=6&delay=5000"))
 *         .open(Phase.ofRate(25, Duration.ofMinutes(1)), Phase.ofRate(50, Duration.ofMinutes(1)))
 *         .build();
 * }</pre>
 *
 * <p>Made by {@link #to}.
 *
 * @param target the address
 * @param protocol the protocol spoken
 * @param trust the certificates that are accepted of an https target
 * @param profile users or arrivals
 * @param warmUp the time before anything is measured
 * @param timeout the time after which a request is given up
 * @param sources addresses to connect from; none for the default
 * @param threads the threads that carry the connections
 * @param maxConnections the connections that may be open at a time
 * @param streamsPerConnection over HTTP/2, requests at a time on a connection
 * @param closing whether each request has a connection of its own, which is closed behind the response
 * @param holding whether a user of the closed loop holds the connection while it waits to send again
 * @param together whether a user of the closed loop waits behind its first answer until the ramp-up is over
 * @param expectedText the text that the body of a success contains; null for any body
 */
public record LoadPlan(
        URI target,
        LoadProtocol protocol,
        LoadTrust trust,
        LoadProfile profile,
        Duration warmUp,
        Duration timeout,
        List<InetAddress> sources,
        int threads,
        int maxConnections,
        int streamsPerConnection,
        boolean closing,
        boolean holding,
        boolean together,
        @Nullable String expectedText) {

    private static final Duration USER_EVERY = Duration.ofNanos(500_000);

    /**
     * Begins a plan for {@code target}.
     *
     * @param target an absolute URI whose scheme is {@code http} or {@code https}
     * @throws IllegalArgumentException if it is another
     */
    public static Builder to(URI target) {
        return new Builder(target);
    }

    /** The time for which requests are started; those that are in flight then may take longer. */
    public Duration length() {
        return Duration.ofNanos(profile.timetable(warmUp).endNanos());
    }

    private static Duration notNegative(String what, Duration value) {
        require(!value.isNegative(), what, value, "0 or more");
        return value;
    }

    private static Duration positive(String what, Duration value) {
        require(!value.isNegative() && !value.isZero(), what, value, "more than 0");
        return value;
    }

    private static int atLeast(int least, String what, int value) {
        require(value >= least, what, value, least + " or more");
        return value;
    }

    private static void require(boolean holds, String what, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException("%s is %s, but must be %s".formatted(what, value, allowed));
        }
    }

    /** The choices for a {@link LoadPlan}; each but the loop has a default. Not thread-safe. */
    public static final class Builder {

        private final URI target;
        private LoadProtocol protocol = LoadProtocol.HTTP_1_1;
        private LoadTrust trust = LoadTrust.OF_RUNTIME;
        private int users;
        private Duration thinkTime = Duration.ZERO;
        private @Nullable Duration rampUp;
        private Duration duration = Duration.ofSeconds(10);
        private List<Phase> phases = List.of();
        private boolean exponential;
        private Duration warmUp = Duration.ZERO;
        private Duration timeout = Duration.ofSeconds(30);
        private List<InetAddress> sources = List.of();
        private int threads = 4;
        private int maxConnections = Integer.MAX_VALUE;
        private int streamsPerConnection = 256;
        private boolean closing;
        private boolean holding;
        private boolean together;
        private @Nullable String expectedText;

        private Builder(URI target) {
            boolean http = "http".equalsIgnoreCase(target.getScheme()) || LoadProtocol.isSecure(target);
            boolean usable = http && target.getHost() != null;
            require(usable, "the target", target, "an address such as http://127.0.0.1:8080/path");
            this.target = target;
        }

        /** The protocol; by default HTTP/1.1. */
        public Builder protocol(LoadProtocol protocol) {
            this.protocol = protocol;
            return this;
        }

        /** The certificates that are accepted of an https target; by default those of the authorities of the Java runtime. */
        public Builder trust(LoadTrust trust) {
            this.trust = trust;
            return this;
        }

        /** The closed loop: that many users, each of whom waits for an answer before the next request. */
        public Builder closed(int users) {
            this.users = atLeast(1, "users", users);
            phases = List.of();
            return this;
        }

        /** In the closed loop, how long a user waits after an answer; by default not at all. */
        public Builder thinkTime(Duration thinkTime) {
            this.thinkTime = notNegative("the think time", thinkTime);
            return this;
        }

        /**
         * In the closed loop, over which time the users begin; by default 0.5 ms for each of them. It comes before the
         * warm-up and is not measured either.
         */
        public Builder rampUp(Duration rampUp) {
            this.rampUp = notNegative("the ramp-up", rampUp);
            return this;
        }

        /** In the closed loop, how long requests are started, warm-up not included; by default 10 s. */
        public Builder duration(Duration duration) {
            this.duration = positive("the duration", duration);
            return this;
        }

        /** The open loop: arrivals on a schedule, in these phases. */
        public Builder open(Phase... phases) {
            return open(List.of(phases));
        }

        /** The open loop: arrivals on a schedule, in these phases. */
        public Builder open(List<Phase> phases) {
            require(!phases.isEmpty(), "the number of phases", 0, "1 or more");
            this.phases = List.copyOf(phases);
            users = 0;
            return this;
        }

        /**
         * In the open loop, whether the intervals between arrivals are distributed exponentially around their mean, as in a
         * Poisson process, and the same in every run; by default they are equal.
         */
        public Builder exponential(boolean exponential) {
            this.exponential = exponential;
            return this;
        }

        /**
         * The time of the warm-up, whose requests are not measured; by default none. In the open loop they come at
         * the rate of the first phase.
         */
        public Builder warmUp(Duration warmUp) {
            this.warmUp = notNegative("the warm-up", warmUp);
            return this;
        }

        /** When a request without a complete answer is given up, the connecting included; by default after 30 s. */
        public Builder timeout(Duration timeout) {
            this.timeout = positive("the timeout", timeout);
            return this;
        }

        /**
         * The addresses of this machine to connect from, in turn. Each has some 28,000 ports for one target. When none is
         * named, connections to 127.0.0.0/8 come from 127.0.0.2 to 127.0.0.5, where the system has them, and others from
         * where the system says.
         */
        public Builder sources(List<InetAddress> sources) {
            this.sources = List.copyOf(sources);
            return this;
        }

        /** The threads that carry the connections, from 3; by default 4. Beside them there are two for the time. */
        public Builder threads(int threads) {
            this.threads = atLeast(3, "threads", threads);
            return this;
        }

        /**
         * The connections that may be open at a time; a request that finds none is an error of the kind
         * {@code DRIVER_LIMIT}. They are never more, and by default as many, as the process may have open files,
         * but for a reserve of 300: a JVM without any cannot even load its classes.
         */
        public Builder maxConnections(int maxConnections) {
            this.maxConnections = atLeast(1, "the most connections", maxConnections);
            return this;
        }

        /**
         * Over HTTP/2, the requests that may be in flight on one connection, if the target allows as many; by default 256.
         * Jetty writes what has piled up for a connection in one go, in a time that grows with its square: with thousands
         * of streams on a connection, a short stall makes a server spend seconds on that alone.
         */
        public Builder streamsPerConnection(int streamsPerConnection) {
            this.streamsPerConnection = atLeast(2, "the streams per connection", streamsPerConnection);
            return this;
        }

        /**
         * Over HTTP/1.1, whether each request has a connection of its own, and says so by {@code Connection: close}; by default
         * connections are kept. Over HTTP/1.0 they never are. The latency has the opening of the connection in it.
         */
        public Builder closing(boolean closing) {
            this.closing = closing;
            return this;
        }

        /**
         * In the closed loop, whether a user holds its kept connection while it waits to send again, as a browser does; by default
         * the next user who sends a request takes it, so that there are fewer connections than users.
         */
        public Builder holding(boolean holding) {
            this.holding = holding;
            return this;
        }

        /**
         * In the closed loop, whether a user waits behind its first answer until all have begun; by default those that have begun
         * compete with the connects of the others.
         */
        public Builder together(boolean together) {
            this.together = together;
            return this;
        }

        /** The text that the body of each answer must contain, in its first 16 MiB; any body will do by default. */
        public Builder expectedText(@Nullable String text) {
            expectedText = text;
            return this;
        }

        /**
         * The plan.
         *
         * @throws IllegalArgumentException if neither {@link #closed} nor {@link #open} was called, or the protocol is h2 for
         *     an http target, or h2c for an https one, or connections are to be closed that carry many requests at a time
         */
        public LoadPlan build() {
            require(
                    protocol.suits(target),
                    "the protocol",
                    protocol,
                    "HTTP/1.0, HTTP/1.1, h2c (http) or h2 (https) for " + target);
            require(
                    !(closing && protocol.multiplexed()),
                    "the protocol",
                    protocol,
                    "HTTP/1.0 or HTTP/1.1 for a connection for each request");
            return new LoadPlan(
                    target,
                    protocol,
                    trust,
                    profile(),
                    warmUp,
                    timeout,
                    sources,
                    threads,
                    maxConnections,
                    streamsPerConnection,
                    closing || protocol == LoadProtocol.HTTP_1_0,
                    holding,
                    together,
                    expectedText);
        }

        private LoadProfile profile() {
            if (!phases.isEmpty()) {
                return new LoadProfile.Open(phases, exponential);
            }
            require(users > 0, "the load", "nothing", "closed(users) or open(phases)");
            Duration ramp = rampUp == null ? USER_EVERY.multipliedBy(users) : rampUp;
            return new LoadProfile.Closed(users, thinkTime, duration, ramp);
        }
    }
}
