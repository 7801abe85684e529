package dev.medley.server.internal.declared.run;

import dev.medley.server.internal.declared.value.RequestValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes texts such as messages of exceptions fit to be kept: without queries, and without the values of the inbound request's
 * parameters and header fields, which may be secret; and not longer than {@value #MAX_LENGTH} characters.
 *
 * @param secrets what is masked, the longest first
 */
record Redaction(List<String> secrets) {

    static final int MAX_LENGTH = 300;

    private static final String MASK = "***";
    /** Shorter ones are no secrets, and are in any text. */
    private static final int SHORTEST_SECRET = 3;

    private static final Pattern QUERY = Pattern.compile("\\?[^\\s\"'<>()]+");

    /** Returns the redaction of texts that a request has caused. */
    static Redaction of(RequestValue request) {
        List<Object> values = new ArrayList<>();
        for (String member : List.of("query", "queries", "headers")) {
            if (request.tree().get(member) instanceof Map<?, ?> members) {
                values.add(members.values());
            }
        }
        return of(values);
    }

    /** Returns the redaction of texts that may have {@code values}, which are texts, or several of them. */
    static Redaction of(Iterable<?> values) {
        Collection<String> secrets = new TreeSet<>();
        add(values, secrets);
        List<String> longestFirst = new ArrayList<>(secrets);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        return new Redaction(longestFirst);
    }

    private static void add(@Nullable Object value, Collection<String> secrets) {
        if (value instanceof Iterable<?> several) {
            several.forEach(each -> add(each, secrets));
            return;
        }
        String text = String.valueOf(value);
        if (text.length() >= SHORTEST_SECRET) {
            String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
            secrets.addAll(List.of(text, encoded, encoded.replace("+", "%20")));
        }
    }

    /** Returns {@code text}, redacted. */
    String of(String text) {
        String redacted = QUERY.matcher(text).replaceAll("?" + MASK);
        for (String secret : secrets) {
            redacted = redacted.replace(secret, MASK);
        }
        return shortened(redacted);
    }

    /** Returns {@code text}, or its beginning if it is too long. */
    static String shortened(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    }
}
