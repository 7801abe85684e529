package dev.medley.partner.internal.routing;

import dev.medley.partner.MirrorSettings;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The mirror of a partner: another partner that gets copies of its requests, whose answers nobody waits for. Thread-safe. */
public final class Mirror {

    private final MirrorSettings settings;
    // Of the settings: each exchange reads them.
    private final String partner;
    private final double ratio;
    private final Set<String> methods;

    private final Share share;
    private final LongAdder sent;
    private final LongAdder dropped;

    private Mirror(String partner, MirrorSettings settings, Share share, LongAdder sent, LongAdder dropped) {
        this.settings = settings;
        this.partner = partner;
        ratio = settings.share();
        methods = Set.copyOf(settings.methods());
        this.share = share;
        this.sent = sent;
        this.dropped = dropped;
    }

    /** Returns the mirror that {@code settings} name, which goes on with the counts of {@code before}; null if they name none. */
    public static @Nullable Mirror of(MirrorSettings settings, @Nullable Mirror before) {
        String partner = settings.partner();
        if (partner == null) {
            return null;
        }
        return before == null
                ? new Mirror(partner, settings, new Share(), new LongAdder(), new LongAdder())
                : new Mirror(partner, settings, before.share, before.sent, before.dropped);
    }

    /** Returns its settings. */
    public MirrorSettings settings() {
        return settings;
    }

    /** Returns the name of the mirror. */
    public String partner() {
        return partner;
    }

    /** Returns whether requests with {@code method} may be copied. */
    public boolean copies(String method) {
        return methods.contains(method);
    }

    /** Returns whether the next request that could be copied is. */
    public boolean takesNext() {
        return share.choosesNext(ratio);
    }

    /** A copy has been sent, or waits for its connection. */
    public void countSent() {
        sent.increment();
    }

    /** A copy was not sent. */
    public void countDropped() {
        dropped.increment();
    }

    /** Returns the copies that have been sent. */
    public long sent() {
        return sent.sum();
    }

    /** Returns the copies that were not sent, because there was no permit, endpoint or memory for them at once. */
    public long dropped() {
        return dropped.sum();
    }
}
