package dev.medley.server.internal.openapi;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths that a template matches: segments of characters and variables, each of which is one character or more, but no
 * slash. Immutable.
 */
final class PathPattern {

    /** Stands for a variable among the characters of a segment. */
    private static final int VARIABLE = -1;

    private final List<int[]> segments;

    private PathPattern(List<int[]> segments) {
        this.segments = segments;
    }

    /** Returns the pattern of a template of OpenAPI, with names of variables in braces. */
    static PathPattern ofTemplate(String template) {
        Builder builder = new Builder();
        // Without it, the search for what closes a brace would go to the end of the text for each one that nothing
        // closes.
        int last = template.lastIndexOf('}');
        int i = 0;
        while (i < template.length()) {
            int end = template.charAt(i) == '{' && i < last ? template.indexOf('}', i) : -1;
            if (end < 0) {
                builder.add(template.charAt(i));
                i++;
            } else {
                builder.addVariable();
                i = end + 1;
            }
        }
        return builder.build();
    }

    /** Returns the pattern of the paths of {@code other} behind those of this one, which has no slash at its end. */
    PathPattern with(PathPattern other) {
        List<int[]> all = new ArrayList<>(segments);
        all.addAll(other.segments);
        return new PathPattern(all);
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    /** Returns whether a path may match both patterns. */
    boolean meets(PathPattern other) {
        if (segments.size() != other.segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!meets(segments.get(i), other.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of segments of which one has a variable and the other has none. */
    int differencesFrom(PathPattern other) {
        int differences = 0;
        for (int i = 0; i < segments.size(); i++) {
            differences += hasVariable(segments.get(i)) == hasVariable(other.segments.get(i)) ? 0 : 1;
        }
        return differences;
    }

    private static boolean hasVariable(int[] segment) {
        for (int each : segment) {
            if (each == VARIABLE) {
                return true;
            }
        }
        return false;
    }

    /** Compares from the end: {@code met[j]} is whether the rest of {@code one} meets that of {@code other} from j on. */
    private static boolean meets(int[] one, int[] other) {
        boolean[] met = new boolean[other.length + 1];
        met[other.length] = true;
        for (int i = one.length - 1; i >= 0; i--) {
            boolean[] before = new boolean[other.length + 1];
            for (int j = other.length - 1; j >= 0; j--) {
                boolean both = one[i] == VARIABLE || other[j] == VARIABLE || one[i] == other[j];
                // A variable goes on where the next character of the other segment is one of its own, too.
                before[j] = both
                        && (met[j + 1] || (one[i] == VARIABLE && before[j + 1]) || (other[j] == VARIABLE && met[j]));
            }
            met = before;
        }
        return met[0];
    }

    /** Returns the template, with empty braces for variables. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int[] segment : segments) {
            text.append('/');
            for (int each : segment) {
                text.append(each == VARIABLE ? "{}" : String.valueOf((char) each));
            }
        }
        return text.toString();
    }

    /** Collects characters and variables. A slash at the beginning begins the first segment. */
    static final class Builder {

        private final List<int[]> segments = new ArrayList<>();
        private final List<Integer> segment = new ArrayList<>();
        private boolean begun;

        void add(char character) {
            if (character != '/') {
                segment.add((int) character);
            } else if (begun) {
                endSegment();
            }
            begun = true;
        }

        void addVariable() {
            segment.add(VARIABLE);
            begun = true;
        }

        /** Returns the pattern; of no segment if nothing was added. */
        PathPattern build() {
            if (begun) {
                endSegment();
            }
            return new PathPattern(List.copyOf(segments));
        }

        private void endSegment() {
            segments.add(segment.stream().mapToInt(Integer::intValue).toArray());
            segment.clear();
        }
    }
}
