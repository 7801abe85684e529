package dev.medley.server.internal.admin.page;

import dev.medley.mashup.Reply;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page of administration, or all pages below a prefix. Thread-safe; must not block. */
@FunctionalInterface
public interface AdminPage {

    /**
     * Replies to a GET or HEAD request.
     *
     * @param rest the path behind the prefix of the page's pattern, such as {@code /a.css} for {@code /console/a.css} below
     *     {@code /console/*}; empty for the prefix itself and for a pattern without prefix
     */
    Reply reply(String rest);

    /** Returns a page without anything below it, whose form depends on what the client takes: the field {@code Accept}, or null. */
    static AdminPage negotiated(Function<@Nullable String, Reply> page) {
        return new AdminPage() {

            @Override
            public Reply reply(String rest) {
                return page.apply(null);
            }

            @Override
            public Reply reply(String rest, @Nullable String accept) {
                return page.apply(accept);
            }
        };
    }

    /**
     * Replies as {@link #reply(String)}, in a form that the client takes.
     *
     * @param accept the field of that name; null for none
     */
    default Reply reply(String rest, @Nullable String accept) {
        return reply(rest);
    }
}
