package dev.medley.server.internal.declared.plan;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.SecretNames;
import dev.medley.exchange.Exchange;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.internal.cache.Arrival;
import dev.medley.partner.internal.cache.CacheTerms;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What caches may do with a mashup's replies (RFC 9111): as much as the mashup declares, and no more than the responses
 * allow. Immutable.
 *
 * @param maxAge expression of the seconds
 * @param vary value of the field {@code Vary}: the header fields of the request that the reply may depend on, or an asterisk if
 *     any may; null if none does
 * @param cookies those of them that have cookies: most cookies that are sent are of no importance to the reply
 * @param readsBody whether the reply may depend on the body of the request, which no cache compares
 * @param tokens exchanges whose values are credentials of requests to partners, and nothing else
 */
public record CachePlan(
        Formula maxAge, @Nullable String vary, List<String> cookies, boolean readsBody, Set<String> tokens) {

    /** Copies the set. */
    public CachePlan {
        tokens = Set.copyOf(tokens);
    }

    /** The field of what caches may do. */
    public static final String FIELD = "Cache-Control";

    /** The value of {@link #FIELD} by which no cache keeps the reply. */
    public static final String NO_STORE = "no-store";

    private static final String ANY = "*";
    /** The credentials whose names {@link SecretNames} does not know. */
    private static final Set<String> COOKIES = Set.of("cookie", "cookie2");

    private static final Set<String> SAFE = Set.of("GET", "HEAD");
    /** The largest that all caches understand (RFC 9111, section 1.2.2). */
    private static final int LONGEST_AGE = Integer.MAX_VALUE;

    /**
     * Returns the plan of a mashup.
     *
     * @param fields header fields of the request that its expressions read, its parameters are, or its partners are passed
     * @param anyField whether an expression may read any
     * @param tokens exchanges whose values are credentials of requests to partners, and nothing else
     */
    public static CachePlan of(
            Formula maxAge, Iterable<String> fields, boolean anyField, boolean readsBody, Set<String> tokens) {
        Map<String, String> byName = new TreeMap<>();
        fields.forEach(field -> byName.putIfAbsent(field.toLowerCase(Locale.ROOT), field));
        byName.keySet().removeIf(name -> !isName(name));
        String listed = byName.isEmpty() ? null : String.join(", ", byName.values());
        return new CachePlan(
                maxAge,
                anyField ? ANY : listed,
                byName.keySet().stream().filter(COOKIES::contains).toList(),
                readsBody,
                tokens);
    }

    /** An expression may ask for a member that is the name of no field. */
    private static boolean isName(String name) {
        try {
            new Header(name, "");
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    /**
     * Adds the fields for caches to a reply.
     *
     * @param begunNanos when the mashup was begun, before its first request
     * @throws EvaluationException if the expression fails, or its value is not a number of seconds
     */
    public Reply addTo(Reply reply, Scope scope, DefaultMashup mashup, long begunNanos) {
        Reply with = reply.header(FIELD, control(reply, scope, mashup, begunNanos));
        return vary == null ? with : with.header("Vary", vary);
    }

    private String control(Reply reply, Scope scope, DefaultMashup mashup, long begunNanos) {
        long seconds = scope.missing().isEmpty() ? seconds(scope) : 0;
        Inbound inbound = mashup.inbound();
        if (seconds == 0 || ANY.equals(vary) || (readsBody && SAFE.contains(inbound.method()))) {
            return NO_STORE;
        }
        boolean personal =
                mashup.isCalled() || HeaderFields.contain(reply.headers(), "Set-Cookie") || isAskedBySomebody(inbound);
        Arrival arrival = new Arrival(
                begunNanos,
                mashup.broker().clock().nanoTime(),
                mashup.broker().clock().instant());
        Terms terms = new Terms(arrival);
        scope.forEachExchange(terms::add);
        seconds = Math.min(seconds, terms.seconds);
        personal |= terms.personal;
        return seconds == 0 ? NO_STORE : (personal ? "private, max-age=" : "max-age=") + seconds;
    }

    /** Whether the request says whose it is. A filter may have let it pass for that, though no expression reads the field. */
    private boolean isAskedBySomebody(Inbound inbound) {
        return inbound.principal() != null
                || cookies.stream().anyMatch(name -> inbound.header(name) != null)
                || inbound.headers().keySet().stream().anyMatch(SecretNames::isSecret);
    }

    /** Returns the seconds that the mashup says; 0 without a value. */
    private long seconds(Scope scope) {
        Object value = maxAge.evaluate(scope);
        if (value == Expression.UNDEFINED || value == null) {
            return 0;
        }
        if (value instanceof Number number && number.doubleValue() >= 0) {
            return (long) Math.min(number.doubleValue(), LONGEST_AGE);
        }
        throw ReplyPlan.notANumber(maxAge, scope, value, "seconds, 0 or more");
    }

    /** What the responses permit all together. */
    private final class Terms {

        private final Arrival arrival;
        private long seconds = CacheTerms.UNSAID;
        private boolean personal;

        Terms(Arrival arrival) {
            this.arrival = arrival;
        }

        void add(String name, Exchange exchange) {
            ResponseHead head = exchange.head();
            if (head == null) {
                return;
            }
            CacheTerms terms = CacheTerms.of(head, arrival);
            long fresh = terms.storable() ? terms.freshSeconds() : 0;
            if (tokens.contains(name)) {
                // A token is new for each request, as its server demands, and what it opens is not. It is for whom it
                // was opened.
                personal |= terms.personal() || fresh == 0;
            } else {
                personal |= terms.personal();
                seconds = Math.min(seconds, fresh);
            }
        }
    }
}
