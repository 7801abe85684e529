package dev.medley.server.admin.page;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private final Map<String, AdminPage> pages;

    /** Creates the pages; a reply for an unknown path lists the patterns in the order of {@code pages}. */
    public AdminPages(Map<String, AdminPage> pages) {
        this.pages = Collections.unmodifiableMap(new LinkedHashMap<>(pages));
    }

    /** Returns the patterns, in the form that servlet mappings have too. */
    public Set<String> patterns() {
        return pages.keySet();
    }

    /** Replies to a request, with a body even if {@code method} is HEAD. */
    public Reply reply(String method, String path) {
        return find(method, path).header("Cache-Control", "no-store");
    }

    private Reply find(String method, String path) {
        @Nullable AdminPage exact = pages.get(path);
        if (exact != null) {
            return reply(method, exact, "");
        }
        for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            @Nullable AdminPage below = pages.get(path.substring(0, end) + BELOW);
            if (below != null) {
                return reply(method, below, path.substring(end));
            }
        }
        return Problem.of(
                        HttpStatus.NOT_FOUND_404, "no such page; expected one of " + String.join(", ", pages.keySet()))
                .toReply();
    }

    private static Reply reply(String method, AdminPage page, String rest) {
        if (!METHODS.contains(method)) {
            String allowed = String.join(", ", METHODS);
            return Problem.of(HttpStatus.METHOD_NOT_ALLOWED_405, "method not allowed; expected one of " + allowed)
                    .toReply()
                    .header("Allow", allowed);
        }
        return page.reply(rest);
    }
}
