package dev.medley.server.internal.declared.value;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.value.LinkField;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.format.PartnerFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A response of a partner as expressions see it, beside its value: {@code $response.weather.status}. */
public final class ResponseValue {

    private static final String SET_COOKIE = "set-cookie";

    private ResponseValue() {}

    static Object of(Result result) {
        if (result.isOfElements()) {
            List<Object> elements = new ArrayList<>();
            result.elements().forEach(each -> elements.add(of(each)));
            return elements;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("outcome", result.outcome().label());
        if (result.cause() != null) {
            tree.put("cause", result.cause());
        }
        PartnerFault fault = result.failure() instanceof ExchangeException x ? x.fault() : null;
        if (fault != null) {
            // Its reason is for the log alone.
            tree.put("fault", Map.of("code", fault.code(), "ofRequest", fault.isOfRequest()));
        }
        Result.PagesRead pages = result.pages();
        if (pages != null) {
            tree.put("pages", pages.exchanges().size());
            tree.put("more", pages.more());
        }
        Exchange exchange = result.exchange();
        ResponseHead head = exchange == null ? null : exchange.head();
        if (head != null) {
            tree.put("status", head.status());
            tree.put("headers", fields(head));
        }
        Result.SnapshotHead snapshot = result.snapshot();
        if (snapshot != null) {
            tree.put("status", snapshot.status());
            tree.put("age", snapshot.ageSeconds());
        }
        return tree;
    }

    /**
     * Returns the head of a page: the status, the header fields as {@code $response.name.headers} has them, and {@code links}, the
     * targets of the field {@code Link} by their relations.
     */
    public static Map<String, Object> head(ResponseHead head) {
        Map<String, Object> tree = fields(head);
        tree.put("status", head.status());
        tree.put(
                "links",
                LinkField.links(head.headers().stream()
                        .filter(each -> each.name().equalsIgnoreCase("Link"))
                        .map(Header::value)
                        .toList()));
        return tree;
    }

    /**
     * Names in small letters; the values of a field that occurs several times are joined by commas, except those of
     * {@code Set-Cookie}, which have commas themselves and are a list (RFC 9110, section 5.3).
     */
    private static Map<String, Object> fields(ResponseHead head) {
        Map<String, Object> fields = new LinkedHashMap<>();
        List<Object> cookies = new ArrayList<>();
        for (Header field : head.headers()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (name.equals(SET_COOKIE)) {
                cookies.add(field.value());
                fields.put(name, cookies);
            } else {
                fields.merge(name, field.value(), (one, other) -> one + ", " + other);
            }
        }
        return fields;
    }
}
