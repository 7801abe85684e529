package dev.medley.server.internal.admin.page;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * The pages of administration by their URL patterns, for any kind of server. A pattern is a path, or a prefix and
 * {@code /*}, with the precedence of the Servlet specification (12.1): the path itself, then the longest prefix.
 * Thread-safe; does not block.
 */
public final class AdminPages {

    private static final String BELOW = "/*";
    private static final List<String> METHODS = List.of("GET", "HEAD");
    private static final List<String> METHODS_OF_ACTIONS = List.of("POST");

    private final Map<String, AdminPage> pages;
    private final Map<String, AdminAction> actions;

    /** Creates pages without actions. */
    public AdminPages(Map<String, AdminPage> pages) {
        this(pages, Map.of());
    }

    /**
     * Creates the pages; a reply for an unknown path lists the patterns in the order of {@code pages}, then the paths of the
     * actions.
     */
    public AdminPages(Map<String, AdminPage> pages, Map<String, AdminAction> actions) {
        this.pages = Collections.unmodifiableMap(new LinkedHashMap<>(pages));
        this.actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
    }

    /** Returns the patterns, in the form that servlet mappings have too. */
    public Set<String> patterns() {
        return pages.keySet();
    }

    /**
     * Replies to a request of an action or a page, with a body even if {@code method} is HEAD.
     *
     * @param parameters of the query, decoded, with all values of each; an action takes one of each
     */
    public CompletionStage<Reply> act(
            String method, String path, @Nullable String accept, Map<String, List<String>> parameters) {
        AdminAction action = METHODS_OF_ACTIONS.contains(method) ? actions.get(path) : null;
        return action == null
                ? CompletableFuture.completedStage(reply(method, path, accept))
                : act(action, parameters).thenApply(AdminPages::uncached);
    }

    private static CompletionStage<Reply> act(AdminAction action, Map<String, List<String>> parameters) {
        Map<String, String> single = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> each : parameters.entrySet()) {
            if (each.getValue().size() != 1) {
                return CompletableFuture.completedStage(Problem.of(
                                HttpStatus.BAD_REQUEST_400,
                                "the parameter '%s' is given %d times; expected once"
                                        .formatted(
                                                each.getKey(), each.getValue().size()))
                        .toReply());
            }
            single.put(each.getKey(), each.getValue().get(0));
        }
        return action.act(single);
    }

    /** Replies to a request of a page, with a body even if {@code method} is HEAD. */
    public Reply reply(String method, String path) {
        return reply(method, path, null);
    }

    /** As above, to a client that takes media types by {@code accept}; null for any. */
    public Reply reply(String method, String path, @Nullable String accept) {
        return uncached(find(method, path, accept));
    }

    private static Reply uncached(Reply reply) {
        return reply.header("Cache-Control", "no-store");
    }

    private Reply find(String method, String path, @Nullable String accept) {
        @Nullable AdminPage exact = pages.get(path);
        if (exact != null) {
            return reply(method, exact, "", accept);
        }
        for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            @Nullable AdminPage below = pages.get(path.substring(0, end) + BELOW);
            if (below != null) {
                return reply(method, below, path.substring(end), accept);
            }
        }
        if (actions.containsKey(path)) {
            return notAllowed(METHODS_OF_ACTIONS);
        }
        String known = Stream.concat(
                        pages.keySet().stream(), actions.keySet().stream().map(each -> each + " (POST)"))
                .collect(Collectors.joining(", "));
        return Problem.of(HttpStatus.NOT_FOUND_404, "no such page; expected one of " + known)
                .toReply();
    }

    private static Reply reply(String method, AdminPage page, String rest, @Nullable String accept) {
        if (!METHODS.contains(method)) {
            return notAllowed(METHODS);
        }
        return page.reply(rest, accept);
    }

    private static Reply notAllowed(List<String> methods) {
        String allowed = String.join(", ", methods);
        return Problem.of(HttpStatus.METHOD_NOT_ALLOWED_405, "method not allowed; expected one of " + allowed)
                .toReply()
                .header("Allow", allowed);
    }
}
