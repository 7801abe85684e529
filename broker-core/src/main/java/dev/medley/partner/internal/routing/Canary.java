package dev.medley.partner.internal.routing;

import dev.medley.caller.Caller;
import dev.medley.partner.CanaryKey;
import dev.medley.partner.CanarySettings;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The canary of a partner: another partner to which some of its exchanges go. Thread-safe. */
public final class Canary {

    /** The value of {@code canary.header} that keeps a request from the canary. */
    private static final String NEVER = "never";

    private final CanarySettings settings;
    // Of the settings: each exchange reads them.
    private final String partner;
    private final double ratio;
    private final @Nullable String header;
    private final String headerValue;
    private final Set<String> callers;
    private final CanaryKey by;
    private final @Nullable String field;

    private final Share share;
    private final LongAdder atCanary;
    private final LongAdder atPartner;

    private Canary(String partner, CanarySettings settings, Share share, LongAdder atCanary, LongAdder atPartner) {
        this.settings = settings;
        this.partner = partner;
        ratio = settings.share();
        header = settings.header();
        headerValue = settings.headerValue();
        callers = Set.copyOf(settings.callers());
        by = settings.by();
        field = settings.field();
        this.share = share;
        this.atCanary = atCanary;
        this.atPartner = atPartner;
    }

    /** Returns the canary that {@code settings} name, which goes on with the counts of {@code before}; null if they name none. */
    public static @Nullable Canary of(CanarySettings settings, @Nullable Canary before) {
        String partner = settings.partner();
        if (partner == null) {
            return null;
        }
        return before == null
                ? new Canary(partner, settings, new Share(), new LongAdder(), new LongAdder())
                : new Canary(partner, settings, before.share, before.atCanary, before.atPartner);
    }

    /** Returns its settings. */
    public CanarySettings settings() {
        return settings;
    }

    /** Returns the name of the canary. */
    public String partner() {
        return partner;
    }

    /** Returns the exchanges that have gone to the canary. */
    public long atCanary() {
        return atCanary.sum();
    }

    /** Returns those that have gone to the partner itself. */
    public long atPartner() {
        return atPartner.sum();
    }

    /** Chooses the side of an exchange, and counts it. Returns whether it goes to the canary; {@code sender} may be unknown. */
    public boolean takes(@Nullable Sender sender) {
        boolean taken = isForCanary(sender);
        (taken ? atCanary : atPartner).increment();
        return taken;
    }

    private boolean isForCanary(@Nullable Sender sender) {
        if (sender == null) {
            return share.choosesNext(ratio);
        }
        String wish = header == null ? null : sender.field(header);
        if (headerValue.equalsIgnoreCase(wish)) {
            return true;
        }
        if (NEVER.equalsIgnoreCase(wish)) {
            return false;
        }
        Caller caller = sender.caller();
        if (caller != null && callers.contains(caller.name())) {
            return true;
        }
        String key = key(sender);
        // With the name of the canary, so that not the same callers try all that is new.
        return key == null ? share.choosesNext(ratio) : Share.chooses(partner + '\n' + key, ratio);
    }

    /** What keeps exchanges on one side; null if nothing does. */
    private @Nullable String key(Sender sender) {
        if (field != null) {
            return sender.field(field);
        }
        return switch (by) {
            case EXCHANGE -> null;
            case REQUEST -> sender.requestId();
            case ADDRESS -> sender.address();
            case CALLER -> name(sender.caller());
        };
    }

    private static @Nullable String name(@Nullable Caller caller) {
        return caller == null ? null : caller.source() + '/' + caller.name();
    }
}
