package dev.medley.exchange.internal.dispatch;

import dev.medley.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges that are cancelled together: all that one branch of a mashup starts, in its function or in a callback of one of
 * them. The group of the calling thread is part of its {@link Context}, so that a callback of an exchange has the group of
 * that exchange. Thread-safe.
 */
public final class ExchangeGroup {

    private static final ThreadLocal<@Nullable ExchangeGroup> CURRENT = new ThreadLocal<>();

    /** False until there is a group, so that exchanges of mashups without one look nothing up. */
    private static volatile boolean used;

    private final List<Runnable> cancellations = new ArrayList<>();
    private boolean cancelled;

    private ExchangeGroup() {}

    /** Creates a group without members. */
    public static ExchangeGroup create() {
        Registration.once();
        used = true;
        return new ExchangeGroup();
    }

    /** The group of the calling thread, or null. */
    public static @Nullable ExchangeGroup current() {
        return used ? CURRENT.get() : null;
    }

    /**
     * Adds an exchange that {@code cancellation} cancels to the group of the calling thread, if it has one.
     *
     * @throws IllegalStateException if the group is cancelled
     */
    public static void join(Runnable cancellation) {
        ExchangeGroup group = current();
        if (group != null && !group.add(cancellation)) {
            throw new IllegalStateException(
                    "the branch of the mashup has been cancelled, its result is not needed: it cannot start an exchange");
        }
    }

    /** Calls {@code task} with {@code group} as the group of the calling thread. */
    public static <R> R within(@Nullable ExchangeGroup group, Supplier<R> task) {
        ExchangeGroup before = CURRENT.get();
        set(group);
        try {
            return task.get();
        } finally {
            set(before);
        }
    }

    /** Adds a member that {@code cancellation} cancels. Returns false, and does nothing, if the group is cancelled. */
    public synchronized boolean add(Runnable cancellation) {
        if (cancelled) {
            return false;
        }
        cancellations.add(cancellation);
        return true;
    }

    /** Cancels all members; the group starts no other. */
    public void cancel() {
        List<Runnable> members;
        synchronized (this) {
            cancelled = true;
            members = List.copyOf(cancellations);
            cancellations.clear();
        }
        members.forEach(Runnable::run);
    }

    private static void set(@Nullable ExchangeGroup group) {
        if (group == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(group);
        }
    }

    /** With the first group, so that contexts without one do not look for it. */
    private static final class Registration {

        static {
            Context.register("dev.medley.exchange-group", CURRENT);
        }

        private Registration() {}

        /** Loads this class. */
        static void once() {}
    }
}
