package dev.medley.stubs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpURI;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a definition is for.
 *
 * @param segments of the path, decoded; null for one that matches any
 * @param query the parameters; null for any query
 */
record AnswerTarget(
        String method,
        String text,
        List<@Nullable String> segments,
        @Nullable Map<String, List<String>> query) {

    /** The target of a function that answers each request, for its messages. */
    static final AnswerTarget ANY = new AnswerTarget("any", "request", List.of(), null);

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9_-]*");
    // Without a group that repeats: it would take stack for each repetition.
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,;=:@/%{}-]*");
    private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*");
    private static final Pattern NO_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final Pattern NAME = Pattern.compile("\\{\\w+}");
    private static final Pattern BRACE = Pattern.compile("[{}]");
    /** An escaped NUL, which is no path, or a segment that is removed from a path. */
    private static final Pattern NOT_RECEIVED = Pattern.compile(".*%00.*|(\\.|%2[Ee]){1,2}");

    /**
     * Returns the target of a method and a path, with or without a query.
     *
     * @throws IllegalArgumentException if one of them is not allowed
     */
    static AnswerTarget of(String method, String target) {
        if (!METHOD.matcher(method).matches()) {
            throw new IllegalArgumentException(
                    "the method is '%s', but must be in capitals, such as GET".formatted(method));
        }
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? null : target.substring(mark + 1);
        if (!PATH.matcher(path).matches()
                || BRACE.matcher(NAME.matcher(path).replaceAll("")).find()
                || NO_ESCAPE.matcher(target).find()
                || (query != null && !QUERY.matcher(query).matches())) {
            throw new IllegalArgumentException(
                    "the path is '%s', but must begin with / and be percent-encoded, such as /users/{id} or /news?city=New%%20York"
                            .formatted(target));
        }
        List<@Nullable String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (NOT_RECEIVED.matcher(segment).matches()) {
                throw new IllegalArgumentException(
                        "the path is '%s', but no request arrives with the segment '%s'".formatted(path, segment));
            }
            segments.add(isVariable(path, segment) ? null : decoded(segment));
        }
        return new AnswerTarget(method, target, segments, query == null ? null : QueryParameters.of(query));
    }

    private static boolean isVariable(String path, String segment) {
        boolean whole = NAME.matcher(segment).matches();
        if (!whole && segment.indexOf('{') >= 0) {
            throw new IllegalArgumentException(
                    "the path is '%s', but a name in braces must be a whole segment, such as /users/{id}"
                            .formatted(path));
        }
        return whole;
    }

    private static String decoded(String segment) {
        return String.valueOf(HttpURI.from("/" + segment).getCanonicalPath()).substring(1);
    }

    /** Returns whether a request of that path, as Jetty decodes it, and that query is meant; the method is not compared. */
    boolean matches(String path, Map<String, List<String>> parameters) {
        String[] given = path.startsWith("/") ? path.substring(1).split("/", -1) : new String[] {path};
        if (given.length != segments.size()) {
            return false;
        }
        for (int i = 0; i < given.length; i++) {
            String segment = segments.get(i);
            if (segment == null ? given[i].isEmpty() : !segment.equals(given[i])) {
                return false;
            }
        }
        return query == null || query.equals(parameters);
    }

    boolean isFor(String requested) {
        return method.equals(requested);
    }

    /** Returns the order of choice: the smaller, the more specific. */
    int rank() {
        int any = (int) segments.stream().filter(Objects::isNull).count();
        return 2 * any + (query == null ? 1 : 0);
    }

    /** Returns whether both are for the same requests. */
    boolean sameAs(AnswerTarget other) {
        return method.equals(other.method) && segments.equals(other.segments) && Objects.equals(query, other.query);
    }

    @Override
    public String toString() {
        return method + " " + text;
    }
}
