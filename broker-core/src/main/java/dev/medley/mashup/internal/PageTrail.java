package dev.medley.mashup.internal;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import java.util.HashSet;
import java.util.Set;

/**
 * The pages of one list that have been asked for. It ends a list that never ends by itself, and one that is too long. For one thread
 * at a time.
 */
public final class PageTrail {

    private final Set<String> asked = new HashSet<>();
    private long bytes;

    /** Creates a trail without pages. */
    public PageTrail() {}

    /**
     * Counts the bytes of a page.
     *
     * @throws ProblemException with status 502 if all pages have more bytes than one response of the partner may have
     */
    public void read(DefaultExchange exchange, PartnerResponse page) {
        bytes += page.body().length;
        long max = exchange.destination().limits().maxBody();
        if (bytes > max) {
            throw problem(exchange, "the pages have more than limits.max-body, %d bytes".formatted(max));
        }
    }

    /**
     * Returns whether a page has not been asked for before.
     *
     * @param page what tells it from others, such as its method and path
     */
    public boolean asksFor(String page) {
        return asked.add(page);
    }

    /** Returns the failure of an exchange whose pages cannot be read. */
    static ProblemException problem(DefaultExchange exchange, String fault) {
        return new ProblemException(new Problem(
                Status.BAD_GATEWAY,
                "partner %s: %s".formatted(exchange.partner(), fault),
                exchange.partner(),
                exchange.state().label()));
    }
}
