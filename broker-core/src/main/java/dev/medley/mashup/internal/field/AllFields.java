package dev.medley.mashup.internal.field;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.exchange.Exchange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;

/**
 * All fields of a partner's response that are not those of its connection (RFC 9110, section 7.6.1), or of CORS.
 *
 * @param statuses that are passed on
 * @param fields returns the fields of the reply for those of the response to an exchange
 */
public record AllFields(IntPredicate statuses, BiFunction<? super Exchange, List<Header>, List<Header>> fields)
        implements PassedHead {

    private static final int LAST_STATUS = 599;

    /** Beside those of the connection, those that follow from the body, or are about the partner's server and its ports. */
    private static final Set<String> NEVER = HopByHopHeaders.with(
            "alt-svc",
            "content-length",
            "content-type",
            "http2-settings",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "server");

    @Override
    public boolean refuses(ResponseHead head) {
        return head.status() > LAST_STATUS || !statuses.test(head.status());
    }

    @Override
    public String otherType() {
        return "";
    }

    @Override
    public List<Header> fields(ResponseHead head, Exchange exchange) {
        Set<String> ofConnection = new HashSet<>();
        for (Header header : head.headers()) {
            if (header.name().equalsIgnoreCase("Connection")) {
                for (String name : header.value().split(",", -1)) {
                    ofConnection.add(name.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        List<Header> passed = new ArrayList<>();
        for (Header header : head.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (!NEVER.contains(name) && !ofConnection.contains(name) && !CrossOriginFields.isOne(name)) {
                passed.add(header);
            }
        }
        return fields.apply(exchange, passed);
    }
}
