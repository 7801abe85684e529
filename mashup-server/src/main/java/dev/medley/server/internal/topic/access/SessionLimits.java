package dev.medley.server.internal.topic.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.quota.ClientNetwork;
import dev.medley.topic.SessionSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts sessions and their subscriptions, in all, by address and by caller, and refuses what is beyond the bounds. Thread-safe. */
public final class SessionLimits {

    private static final String RETRY_SECONDS = "5";

    private final Supplier<SessionSettings> settings;
    /** Guards the counters; held for a few of them. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, Counter> counters = new HashMap<>();
    private final Counter all = new Counter(Holder.SERVER, "");

    /** Creates limits without a session; {@code settings} are the current ones. */
    public SessionLimits(Supplier<SessionSettings> settings) {
        this.settings = settings;
    }

    /** Who has sessions. */
    private enum Holder {
        SERVER(SessionSettings::maxSessions, SessionSettings::maxSubscriptions),
        ADDRESS(SessionSettings::maxSessionsPerAddress, SessionSettings::maxSubscriptionsPerAddress),
        CALLER(SessionSettings::maxSessionsPerCaller, SessionSettings::maxSubscriptionsPerCaller);

        @SuppressWarnings("ImmutableEnumChecker") // an accessor
        private final ToIntFunction<SessionSettings> maxSessions;

        @SuppressWarnings("ImmutableEnumChecker") // an accessor
        private final ToIntFunction<SessionSettings> maxSubscriptions;

        Holder(ToIntFunction<SessionSettings> maxSessions, ToIntFunction<SessionSettings> maxSubscriptions) {
            this.maxSessions = maxSessions;
            this.maxSubscriptions = maxSubscriptions;
        }

        ProblemException beyond(int most, String what) {
            String detail = "the %s has %d %s, the most that it may have".formatted(label(), most, what);
            return new ProblemException(
                    Problem.of(this == SERVER ? Status.SERVICE_UNAVAILABLE : Status.TOO_MANY_REQUESTS, detail)
                            .header("Retry-After", RETRY_SECONDS));
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What somebody holds; guarded by the lock. */
    private static final class Counter {

        private final Holder holder;
        private final String key;
        private int sessions;
        private int subscriptions;

        Counter(Holder holder, String key) {
            this.holder = holder;
            this.key = key;
        }

        void check(int moreSessions, int moreSubscriptions, SessionSettings bounds) {
            int mostSessions = holder.maxSessions.applyAsInt(bounds);
            if (moreSessions > 0 && sessions + moreSessions > mostSessions) {
                throw holder.beyond(mostSessions, "sessions");
            }
            int mostSubscriptions = holder.maxSubscriptions.applyAsInt(bounds);
            if (moreSubscriptions > 0 && subscriptions + moreSubscriptions > mostSubscriptions) {
                throw holder.beyond(mostSubscriptions, "subscriptions");
            }
        }
    }

    /**
     * Begins a session with a number of subscriptions.
     *
     * @throws ProblemException if that is beyond a bound: 429 for those of the client, 503 for those of all
     */
    public Share begin(String address, @Nullable Caller caller, int subscriptions) {
        lock.lock();
        try {
            Share share = new Share(
                    counter(Holder.ADDRESS, ClientNetwork.of(address)),
                    caller == null ? null : counter(Holder.CALLER, caller.source() + '/' + caller.name()));
            share.add(1, subscriptions);
            return share;
        } finally {
            lock.unlock();
        }
    }

    private Counter counter(Holder holder, String name) {
        String key = holder.name() + name;
        Counter known = counters.get(key);
        return known == null ? new Counter(holder, key) : known;
    }

    /** Returns the number of addresses and callers that have sessions. */
    int holders() {
        lock.lock();
        try {
            return counters.size();
        } finally {
            lock.unlock();
        }
    }

    /** What one session holds. Thread-safe. */
    public final class Share {

        private final Counter address;
        private final @Nullable Counter caller;
        private int sessions;
        private int subscriptions;

        private Share(Counter address, @Nullable Counter caller) {
            this.address = address;
            this.caller = caller;
        }

        /**
         * Adds a subscription.
         *
         * @throws ProblemException if that is beyond a bound
         */
        public void addSubscription() {
            lock.lock();
            try {
                add(0, 1);
            } finally {
                lock.unlock();
            }
        }

        /** Gives a subscription back. */
        public void removeSubscription() {
            lock.lock();
            try {
                change(0, -Math.min(1, subscriptions));
            } finally {
                lock.unlock();
            }
        }

        /** Gives all back; again without effect. */
        public void close() {
            lock.lock();
            try {
                change(-sessions, -subscriptions);
            } finally {
                lock.unlock();
            }
        }

        private void add(int moreSessions, int moreSubscriptions) {
            SessionSettings bounds = settings.get();
            holders().forEach(each -> each.check(moreSessions, moreSubscriptions, bounds));
            change(moreSessions, moreSubscriptions);
        }

        private void change(int moreSessions, int moreSubscriptions) {
            if (sessions + moreSessions == 0 && sessions == 0) {
                // Closed: its counters may be those of others now.
                return;
            }
            sessions += moreSessions;
            subscriptions += moreSubscriptions;
            for (Counter each : holders()) {
                each.sessions += moreSessions;
                each.subscriptions += moreSubscriptions;
                if (each != all && each.sessions == 0) {
                    counters.remove(each.key);
                } else if (each != all) {
                    counters.put(each.key, each);
                }
            }
        }

        private List<Counter> holders() {
            return Stream.of(caller, address, all)
                    .filter(each -> each != null)
                    .map(Counter.class::cast)
                    .toList();
        }
    }
}
