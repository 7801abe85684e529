package dev.medley.servlet.internal.access;

import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Reply;
import org.jspecify.annotations.Nullable;

/** Finds out who sends a request, and whether it may call a mashup. Thread-safe; no method blocks, but {@link #start}. */
public interface AccessControl {

    /** Returns the settings. */
    CallerSettings settings();

    /**
     * Decides on a request, without its body. Called by the thread that the container gave it.
     *
     * @param options of the mashup; null for none
     */
    Access decide(Inbound inbound, @Nullable AccessOptions options);

    /** Decides as {@link #decide} on a request that has been decided on before: this decision is not counted. */
    Access decideAgain(Inbound inbound, @Nullable AccessOptions options);

    /**
     * Returns {@code reply} as caches between may keep it.
     *
     * @param isCalled whether it goes to a caller who is known
     */
    Reply forCaches(Reply reply, boolean isCalled);

    /** Returns the decisions that there have been, those of the control before this one among them. */
    AccessCounts counts();

    /** Returns the key of a file whose callers are others than those of {@code before}, which has the same settings; null for none. */
    @Nullable
    String changedFile(AccessControl before);

    /** Begins what it does by itself, such as fetching keys; those that it has taken over go on. Waits a while for the first of them. */
    void start();

    /** Ends what it does by itself, but for what {@code next} has taken over. */
    void stop(@Nullable AccessControl next);
}
