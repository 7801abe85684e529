package dev.medley.server.admin;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages of administration, whatever serves them: {@code /health/live}, {@code /health/ready}, {@code /status} and,
 * with metrics, {@code /metrics}. Thread-safe; does not block.
 */
public final class AdminPages {

    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final List<String> METHODS = List.of("GET", "HEAD");

    private final Map<String, Supplier<Reply>> pages = new LinkedHashMap<>();

    AdminPages(Readiness readiness, Supplier<Reply> status, @Nullable Supplier<Reply> metrics) {
        pages.put("/health/live", () -> Reply.json(Map.of("status", "up")));
        pages.put("/health/ready", () -> ready(readiness.state()));
        pages.put("/status", status);
        if (metrics != null) {
            pages.put("/metrics", metrics);
        }
    }

    /** The paths that there are. */
    public Set<String> paths() {
        return Collections.unmodifiableSet(pages.keySet());
    }

    /** The answer to a request, with its body also if {@code method} is HEAD. */
    public Reply answer(String method, String path) {
        Supplier<Reply> page = pages.get(path);
        return answer(method, page).header("Cache-Control", "no-store");
    }

    private Reply answer(String method, @Nullable Supplier<Reply> page) {
        if (page == null) {
            return Problem.of(NOT_FOUND, "there is no such page; there are " + String.join(", ", pages.keySet()))
                    .toReply();
        }
        if (!METHODS.contains(method)) {
            String allowed = String.join(", ", METHODS);
            return Problem.of(METHOD_NOT_ALLOWED, "the methods allowed are " + allowed)
                    .toReply()
                    .header("Allow", allowed);
        }
        return page.get();
    }

    private static Reply ready(Readiness.State state) {
        if (state == Readiness.State.READY) {
            return Reply.json(Map.of("status", state.label()));
        }
        Map<String, String> document = new LinkedHashMap<>();
        document.put("status", state.label());
        document.put("reason", state.reason());
        return Reply.json(document).status(UNAVAILABLE);
    }
}
