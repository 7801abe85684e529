package dev.medley.servlet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One template of {@link MashupPath}: segments, each a literal or a variable. */
final class PathTemplate implements Comparable<PathTemplate> {

    private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_-]*}");
    /** Characters that no literal has: those of variables, patterns, queries, and of an encoded path. */
    private static final Pattern NOT_LITERAL = Pattern.compile("[{}*?#;%\\\\\\p{Cntrl}]");

    private static final String WILDCARD = "/*";

    private final String text;
    private final String[] segments;
    private final List<String> names;

    private PathTemplate(String text, String[] segments, List<String> names) {
        this.text = text;
        this.segments = segments;
        this.names = List.copyOf(names);
    }

    /**
     * Parses {@code text}.
     *
     * @throws IllegalArgumentException if it is no template; the message has the reason, without the template
     */
    static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("it does not begin with /");
        }
        String[] segments = split(text);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            if (VARIABLE.matcher(segment).matches()) {
                String name = nameOf(segment);
                if (names.contains(name)) {
                    throw new IllegalArgumentException("the variable " + name + " is in it twice");
                }
                names.add(name);
            } else {
                checkLiteral(segment, i == segments.length - 1);
            }
        }
        return new PathTemplate(text, segments, names);
    }

    private static void checkLiteral(String segment, boolean last) {
        if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
            throw new IllegalArgumentException("the segment '" + segment
                    + "' is not a variable; expected a whole segment, of letters, digits, _ and -, such as {id}");
        }
        if (segment.isEmpty() && !last) {
            throw new IllegalArgumentException("a segment is empty");
        }
        if (isDots(segment) || NOT_LITERAL.matcher(segment).find()) {
            throw new IllegalArgumentException("the segment '" + segment
                    + "' matches no path; expected it decoded, without any of * ? # ; % and neither . nor ..");
        }
    }

    /** The segments of a path; the last one is empty if a slash is at the end. */
    static String[] split(String path) {
        return path.substring(path.startsWith("/") ? 1 : 0).split("/", -1);
    }

    /** The values of the variables if this template matches {@code path}, else null. */
    String @Nullable [] match(String[] path) {
        if (path.length != segments.length) {
            return null;
        }
        String[] values = new String[names.size()];
        int variable = 0;
        for (int i = 0; i < path.length; i++) {
            if (!isVariable(segments[i])) {
                if (!segments[i].equals(path[i])) {
                    return null;
                }
            } else if (path[i].isEmpty() || isDots(path[i])) {
                return null;
            } else {
                values[variable++] = path[i];
            }
        }
        return values;
    }

    /** The names of the variables, from left to right. */
    List<String> names() {
        return names;
    }

    /** Returns whether a path can match both this template and {@code mapping}, a URL pattern of a servlet. */
    boolean isWithin(String mapping) {
        if (mapping.equals("/") || mapping.equals(WILDCARD)) {
            return true;
        }
        if (mapping.startsWith("*.")) {
            String last = segments[segments.length - 1];
            return isVariable(last) || last.endsWith(mapping.substring(1));
        }
        if (mapping.endsWith(WILDCARD)) {
            String[] prefix = split(mapping.substring(0, mapping.length() - WILDCARD.length()));
            return prefix.length <= segments.length && beginsLike(prefix);
        }
        String[] exact = split(mapping);
        return exact.length == segments.length && beginsLike(exact);
    }

    /** Returns the URL pattern of a servlet that gets each path which matches this template. */
    String mapping() {
        StringBuilder prefix = new StringBuilder();
        for (String segment : segments) {
            if (isVariable(segment)) {
                return prefix + WILDCARD;
            }
            prefix.append('/').append(segment);
        }
        return prefix.toString();
    }

    /** Returns the segments, without the names of variables: those of two are equal if the same paths match. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (String segment : segments) {
            shape.append('/').append(isVariable(segment) ? "{}" : segment);
        }
        return shape.toString();
    }

    private boolean beginsLike(String[] other) {
        for (int i = 0; i < other.length; i++) {
            boolean like = isVariable(segments[i]) ? !other[i].isEmpty() : segments[i].equals(other[i]);
            if (!like) {
                return false;
            }
        }
        return true;
    }

    /** Templates that are tried first are less: literals come before variables. Zero if both match the same paths. */
    @Override
    public int compareTo(PathTemplate other) {
        int difference = Integer.compare(segments.length, other.segments.length);
        for (int i = 0; difference == 0 && i < segments.length; i++) {
            boolean variable = isVariable(segments[i]);
            difference = Boolean.compare(variable, isVariable(other.segments[i]));
            if (difference == 0 && !variable) {
                difference = segments[i].compareTo(other.segments[i]);
            }
        }
        return difference;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PathTemplate that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return segments.length;
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static String nameOf(String variable) {
        return variable.substring(1, variable.length() - 1);
    }

    private static boolean isDots(String segment) {
        return segment.equals(".") || segment.equals("..");
    }
}
