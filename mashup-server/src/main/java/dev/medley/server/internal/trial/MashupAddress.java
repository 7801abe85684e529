package dev.medley.server.internal.trial;

import dev.medley.config.internal.Similar;
import dev.medley.servlet.internal.routing.PathTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * The mashup that a user asks for, and the target of the request for it. Immutable.
 *
 * @param template the path of the mashup, as it is declared
 * @param target path and query of the request, percent-encoded
 */
public record MashupAddress(String template, String target) {

    private static final String UNRESERVED = "-._~";
    /** What a path or a query that a user writes may have in it beside that; a percent sign begins an escape. */
    private static final String WRITTEN = UNRESERVED + "%!$&'()*+,;=:@/?";

    private static final String WILDCARD = "/*";
    private static final int HEX = 16;

    /**
     * Finds the mashup of a path or template.
     *
     * @param mashup such as {@code /trip/Rome?days=3}, or {@code /trip/{city}}
     * @param variables values of the template's variables; the rest goes into the query
     * @param paths the paths, templates and URL patterns of the mashups that there are
     * @throws IllegalArgumentException if there is no such mashup, the message lists the existing ones, or a value is missing
     */
    public static MashupAddress of(String mashup, Map<String, List<String>> variables, List<String> paths) {
        int mark = mashup.indexOf('?');
        String path = mark < 0 ? mashup : mashup.substring(0, mark);
        Map<String, List<String>> rest = new LinkedHashMap<>(variables);
        String template = paths.stream()
                .sorted(Comparator.comparing((String each) -> !each.equals(path))
                        .thenComparing(MashupAddress::rank))
                .filter(each -> matches(path, each))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(path, paths)));
        StringBuilder target = new StringBuilder(encoded(filled(path, rest), WRITTEN));
        char separator = '?';
        if (mark >= 0) {
            target.append('?').append(encoded(mashup.substring(mark + 1), WRITTEN));
            separator = '&';
        }
        for (Map.Entry<String, List<String>> parameter : rest.entrySet()) {
            for (String value : parameter.getValue()) {
                target.append(separator)
                        .append(encoded(parameter.getKey(), UNRESERVED))
                        .append('=')
                        .append(encoded(value, UNRESERVED));
                separator = '&';
            }
        }
        return new MashupAddress(template, target.toString());
    }

    /** Replaces the variables of {@code path}, and takes them from {@code variables}. */
    private static String filled(String path, Map<String, List<String>> variables) {
        Matcher matcher = PathTemplate.VARIABLE.matcher(path);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            List<String> values = variables.remove(matcher.group(1));
            if (values == null || values.size() != 1) {
                throw new IllegalArgumentException("%s values for {%s} in %s; expected one --var %s=VALUE"
                        .formatted(
                                values == null ? "no" : String.valueOf(values.size()),
                                matcher.group(1),
                                path,
                                matcher.group(1)));
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(encoded(values.get(0), UNRESERVED)));
        }
        return matcher.appendTail(filled).toString();
    }

    /** The more variables and wildcards, the later. */
    private static int rank(String pattern) {
        return (int) pattern.chars().filter(c -> c == '{').count() + (pattern.indexOf('*') >= 0 ? HEX : 0);
    }

    private static boolean matches(String path, String pattern) {
        if (pattern.equals("/") || pattern.equals(WILDCARD)) {
            return path.startsWith("/");
        }
        if (pattern.startsWith("*.")) {
            return path.endsWith(pattern.substring(1));
        }
        boolean wildcard = pattern.endsWith(WILDCARD);
        String fixed = wildcard ? pattern.substring(0, pattern.length() - WILDCARD.length()) : pattern;
        String[] given = path.split("/", -1);
        String[] segments = fixed.split("/", -1);
        boolean matches = wildcard ? given.length >= segments.length : given.length == segments.length;
        for (int i = 0; matches && i < segments.length; i++) {
            boolean variable = PathTemplate.VARIABLE.matcher(segments[i]).matches();
            matches = variable ? !given[i].isEmpty() : given[i].equals(segments[i]);
        }
        return matches;
    }

    private static String unknown(String path, List<String> paths) {
        @Nullable String near = Similar.nearest(path, paths).orElse(null);
        List<String> sorted = new ArrayList<>(paths);
        sorted.sort(Comparator.naturalOrder());
        return "there is no mashup %s%s; expected one of %s"
                .formatted(path, near == null ? "" : " (did you mean " + near + "?)", String.join(", ", sorted));
    }

    /** Returns {@code text} with all bytes of UTF-8 percent-encoded but letters, digits and {@code kept}. */
    private static String encoded(String text, String kept) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xFF);
            boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (letterOrDigit || kept.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c / HEX, HEX)))
                        .append(Character.toUpperCase(Character.forDigit(c % HEX, HEX)));
            }
        }
        return encoded.toString();
    }
}
