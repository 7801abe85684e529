package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.HttpDate;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The validators in a request, by which a client asks whether the response that it has is still good (RFC 9111, section
 * 4.3.2). Where there is a list of entity tags, the date does not count (RFC 9110, section 13.1.3). What cannot be read is met
 * by no stored response, which then is the answer whole.
 *
 * @param tags the list of If-None-Match, or null
 * @param since the date of If-Modified-Since, or null
 */
record Conditions(@Nullable String tags, @Nullable String since) {

    private static final Set<String> NAMES = Set.of("if-none-match", "if-modified-since");
    private static final Pattern ENTITY_TAG = Pattern.compile("\"[^\"]*\"");
    private static final int OK = 200;

    /** The conditions in {@code request}; null if it has none. */
    static @Nullable Conditions of(List<Header> request) {
        String tags = Fields.combined(request, "If-None-Match");
        String since = Fields.combined(request, "If-Modified-Since");
        return tags == null && since == null ? null : new Conditions(tags, since);
    }

    /** Returns {@code request} without these fields. */
    static List<Header> removedFrom(List<Header> request) {
        return request.stream()
                .filter(field -> !NAMES.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Returns whether the client has {@code stored} already, which is the answer at {@code now}. */
    boolean areMetBy(StoredResponse stored, Instant now) {
        if (stored.status() != OK) {
            return false;
        }
        String list = tags;
        return list == null ? isUnmodified(stored.fields(), now) : lists(list, stored);
    }

    private static boolean lists(String list, StoredResponse stored) {
        String mine = Fields.only(stored.fields(), "ETag");
        return list.equals("*")
                || (mine != null
                        && ENTITY_TAG
                                .matcher(list)
                                .results()
                                .anyMatch(tag -> tag.group().equals(StoredResponse.opaque(mine))));
    }

    /** Without a date of the last modification, that of the response counts. */
    private boolean isUnmodified(List<Header> stored, Instant now) {
        String modified = Fields.only(stored, HeaderFields.contain(stored, "Last-Modified") ? "Last-Modified" : "Date");
        Instant mine = modified == null ? null : HttpDate.parse(modified, now);
        Instant asked = since == null ? null : HttpDate.parse(since, now);
        return mine != null && asked != null && !mine.isAfter(asked);
    }
}
