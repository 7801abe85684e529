package dev.medley.account.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The budget of bytes that a broker holds in all: bodies of partners and of clients, while they are collected and until their
 * mashup has ended, and what waits for clients to read or for mashups to take.
 *
 * <p>While more than three quarters are held, the budget is scarce. The last quarter belongs to all accounts in equal shares, so
 * what a few clients hold leaves room for the others: an account may reserve as long as it holds less than its share, whatever
 * the others hold.
 *
 * <p>Thread-safe.
 */
public final class HeldBytes {

    private static final int QUARTERS = 4;

    private final AtomicLong used = new AtomicLong();
    /** Accounts that hold bytes, and have a share. */
    private final AtomicInteger holders = new AtomicInteger();

    private final ClientAccount common = new ClientAccount(this, false);
    private volatile long limit;
    private volatile Runnable relief = () -> {};

    /** Creates a budget of {@code limit} bytes. */
    public HeldBytes(long limit) {
        this.limit = limit;
    }

    /** Returns a new account, of one connection of a client. */
    public ClientAccount newAccount() {
        return new ClientAccount(this, true);
    }

    /** Returns the account without a share, for all whose connection is not known: its holder is not one client. */
    public ClientAccount common() {
        return common;
    }

    /** Changes the limit; what is held stays. */
    public void limit(long bytes) {
        limit = bytes;
    }

    /** Returns the bytes that may be held. */
    public long limit() {
        return limit;
    }

    /** Returns the bytes that are held. */
    public long used() {
        return used.get();
    }

    /** Returns whether more than three quarters are held. */
    public boolean isScarce() {
        return used.get() > scarceFrom();
    }

    /**
     * Sets what is called when the budget becomes scarce, when it refuses bytes, and when a client within its share of a partner's
     * permits has to wait for one. It is called by any thread, also under a
     * lock of the caller's, and often: it schedules work, and does none.
     */
    public void onScarce(Runnable call) {
        relief = call;
    }

    private long scarceFrom() {
        return limit / QUARTERS * (QUARTERS - 1);
    }

    /** Returns the bytes that one account may hold while the budget is scarce. */
    long share() {
        return limit / QUARTERS / Math.max(1, holders.get());
    }

    /** Reserves {@code bytes}; false, and nothing is reserved, if that would exceed the limit. */
    boolean reserve(long bytes) {
        long before;
        do {
            before = used.get();
            if (before + bytes > limit) {
                relieve();
                return false;
            }
        } while (!used.compareAndSet(before, before + bytes));
        relieveFrom(before, bytes);
        return true;
    }

    /** Returns whether the budget is scarce with {@code bytes} more. */
    boolean isScarceWith(long bytes) {
        return used.get() + bytes > scarceFrom();
    }

    /** Counts {@code bytes} that are held already. */
    void take(long bytes) {
        relieveFrom(used.getAndAdd(bytes), bytes);
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    private void relieveFrom(long before, long bytes) {
        long from = scarceFrom();
        if (before <= from && before + bytes > from) {
            relieve();
        }
    }

    void relieve() {
        relief.run();
    }

    void accountHolds() {
        holders.incrementAndGet();
    }

    void accountIsEmpty() {
        holders.decrementAndGet();
    }
}
