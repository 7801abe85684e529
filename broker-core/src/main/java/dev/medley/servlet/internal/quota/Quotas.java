package dev.medley.servlet.internal.quota;

import dev.medley.caller.Caller;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.mashup.Inbound;
import dev.medley.thread.internal.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The quotas of a configuration. Thread-safe; no method blocks. */
public final class Quotas {

    /** Without quotas. */
    public static final Quotas NONE = new Quotas(List.of());

    private final List<Quota> all;

    private Quotas(List<Quota> all) {
        this.all = all;
    }

    /**
     * Returns quotas.
     *
     * @param before those until now, which go on where their settings are the same
     */
    public static Quotas of(List<QuotaSettings> settings, Quotas before) {
        return settings.isEmpty()
                ? NONE
                : new Quotas(settings.stream()
                        .map(each -> before.all.stream()
                                .filter(quota -> quota.settings().equals(each))
                                .findFirst()
                                .orElseGet(() -> new Quota(each)))
                        .toList());
    }

    /** Returns them all, for pages. */
    public List<Quota> all() {
        return all;
    }

    /**
     * Takes the tokens of a request: of each quota, or of none.
     *
     * @param paths of its mashup
     * @param cost of its mashup
     * @return null if no quota is for it
     */
    public @Nullable TakenTokens take(
            Inbound inbound, @Nullable Caller caller, Collection<String> paths, int cost, Clock clock) {
        TakenTokens tokens = null;
        for (Quota quota : all) {
            List<String> own = quota.settings().mashups();
            if (own.isEmpty() || !Collections.disjoint(own, paths)) {
                tokens = tokens == null ? new TakenTokens(clock, cost) : tokens;
                if (!tokens.take(quota, quota.bucket(inbound, caller, clock.nanoTime()))) {
                    return tokens;
                }
            }
        }
        if (tokens != null) {
            tokens.admitted();
        }
        return tokens;
    }
}
