package dev.medley.server.internal.admin.page;

import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides who may use administration: its health is for anybody, all else as {@code callers.administration} says. Thread-safe. */
public final class AdminAccess {

    private static final Reply CLOSED = Problem.of(
                    Status.FORBIDDEN,
                    "this part of administration is closed where it does not listen on a loopback address; expected"
                            + " callers.administration.actions in the configuration, or a client certificate")
            .toReply();

    private final Supplier<@Nullable AccessControl> control;
    private final Set<String> health;
    private final Set<String> pages;

    /**
     * Creates the decision.
     *
     * @param control that of the current configuration; null for none
     * @param health the paths that are for anybody
     * @param pages those of metrics and status; all other paths are for operators
     */
    public AdminAccess(Supplier<@Nullable AccessControl> control, Set<String> health, Set<String> pages) {
        this.control = control;
        this.health = Set.copyOf(health);
        this.pages = Set.copyOf(pages);
    }

    /** Returns the reply that refuses a request; null if it goes on. */
    public @Nullable Reply refusal(AdminRequest request) {
        return decide(request).refusal();
    }

    /** Decides on a request. */
    Access decide(AdminRequest request) {
        if (health.contains(request.path())) {
            return Access.OPEN;
        }
        boolean isPage = pages.contains(request.path());
        AccessControl callers = control.get();
        CallerSettings settings = callers == null ? CallerSettings.NONE : callers.settings();
        AccessOptions options = isPage ? settings.pages() : settings.actions();
        if (callers == null || options == null) {
            return isPage || request.isOfOperator() ? Access.OPEN : Access.refused(null, CLOSED);
        }
        try {
            return callers.decide(request, options);
        } catch (ProblemException x) {
            // A condition reads what the client has sent malformed.
            return Access.refused(null, x.problem().toReply());
        }
    }
}
