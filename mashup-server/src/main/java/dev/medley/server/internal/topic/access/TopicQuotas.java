package dev.medley.server.internal.topic.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Inbound;
import dev.medley.servlet.internal.quota.Quotas;
import dev.medley.servlet.internal.quota.TakenTokens;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the tokens of what clients ask for: one for a request, and over a WebSocket one for a subscription or a publication. Quotas
 * that name mashups are for topics if they name the path of topics. Thread-safe.
 */
public final class TopicQuotas {

    private static final int COST = 1;

    private final Supplier<Quotas> quotas;
    private final List<String> paths;
    private final Clock clock;

    /**
     * Creates them.
     *
     * @param quotas of the current configuration
     * @param path of topics
     */
    public TopicQuotas(Supplier<Quotas> quotas, String path, Clock clock) {
        this.quotas = quotas;
        paths = List.of(path);
        this.clock = clock;
    }

    /** Takes the tokens; those of partner calls come back at once, because none is made. Null if no quota is for topics. */
    @Nullable
    TakenTokens take(Inbound request, @Nullable Caller caller) {
        TakenTokens taken = quotas.get().take(request, caller, paths, COST, clock);
        if (taken != null) {
            taken.settle(0);
        }
        return taken;
    }
}
