package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.connection.internal.HttpDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The header fields that are stored with a response (RFC 9111, sections 3.1 and 3.2). */
final class StoredFields {

    /** Fields of one connection, and Age, which is computed anew for each use. */
    private static final Set<String> NEVER =
            HopByHopHeaders.with("age", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization");

    /** Fields that describe the body that is stored, whose tag is weak if it was decompressed; and what is for one user. */
    private static final Set<String> NOT_UPDATED =
            Set.of("content-encoding", "content-length", "content-range", "etag", "set-cookie");

    /** Fields that a 304 does not repeat (RFC 9110, section 15.4.5): they describe the body, which the client has. */
    private static final Set<String> OF_THE_BODY = Set.of(
            "accept-ranges", "content-encoding", "content-language", "content-length", "content-range", "content-type");

    private static final String DATE = "Date";

    private StoredFields() {}

    /** Returns the fields of a response, with the time of its arrival if it has no date (RFC 9110, section 6.6.1). */
    static List<Header> dated(List<Header> response, Arrival arrival) {
        if (HeaderFields.contain(response, DATE)) {
            return response;
        }
        List<Header> all = new ArrayList<>(response);
        all.add(new Header(DATE, HttpDate.format(arrival.receivedAt())));
        return all;
    }

    /** Returns the fields of a response that are stored. */
    static List<Header> of(List<Header> response) {
        Set<String> left = new HashSet<>(NEVER);
        left.addAll(Fields.names(response, "Connection"));
        return response.stream().filter(field -> !left.contains(lower(field))).toList();
    }

    /** Returns the fields of a 304 in place of a response with the {@code stored} fields. */
    static List<Header> withoutThoseOfTheBody(List<Header> stored) {
        return stored.stream()
                .filter(field -> !OF_THE_BODY.contains(lower(field)))
                .toList();
    }

    /** Returns the {@code stored} fields with those of a 304, or of the response to a HEAD, in their places. */
    static List<Header> updated(List<Header> stored, List<Header> newerHead) {
        List<Header> newer = of(newerHead).stream()
                .filter(field -> !NOT_UPDATED.contains(lower(field)))
                .toList();
        Set<String> replaced = new HashSet<>();
        newer.forEach(field -> replaced.add(lower(field)));
        List<Header> all = new ArrayList<>(stored);
        all.removeIf(field -> replaced.contains(lower(field)));
        all.addAll(newer);
        return List.copyOf(all);
    }

    /** Returns whether the age of a response follows from {@code field}. */
    static boolean isAge(Header field) {
        return field.name().equalsIgnoreCase("Age") || field.name().equalsIgnoreCase(DATE);
    }

    private static String lower(Header field) {
        return field.name().toLowerCase(Locale.ROOT);
    }
}
