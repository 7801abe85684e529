package dev.medley.config.internal;

import dev.medley.config.internal.document.Key;
import dev.medley.setting.internal.Group;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the key, or another name, that was probably meant. */
public final class Similar {

    private Similar() {}

    /**
     * Returns the end of the message about a key that does not exist: the keys of that name in groups of the same section,
     * else the nearest key if one is near, else that of a section around, or of another one, else all that are known.
     */
    static String suggestion(Key unknown, ConfigurationSchema schema) {
        Key section = unknown.parent();
        Key dotted = Key.of(unknown.name());
        if (dotted.names().size() > 1 && schema.find(dotted) != null) {
            return "expected " + dotted.name() + " below " + dotted.parent();
        }
        List<String> siblings = List.copyOf(schema.group(section).members().keySet());
        List<String> inGroups = siblings.stream()
                .filter(sibling -> !isNamed(section.child(sibling), schema))
                .map(sibling -> section.child(sibling).child(unknown.name()))
                .filter(key -> schema.find(key) != null)
                .map(Key::toString)
                .toList();
        if (!inGroups.isEmpty() && !section.isRoot()) {
            return "expected " + String.join(" or ", inGroups);
        }
        return nearest(unknown.name(), siblings)
                .map(section::child)
                .or(() -> around(unknown, schema))
                .or(() -> elsewhere(unknown.name(), schema))
                .map(Similar::meant)
                .orElseGet(() -> "expected " + String.join(", ", siblings));
    }

    /** Returns the end of the message that asks whether {@code key} was meant. */
    static String meant(Key key) {
        return "did you mean " + key + "?";
    }

    /** Any key would be a name there. */
    private static boolean isNamed(Key section, ConfigurationSchema schema) {
        return schema.find(section) instanceof Group group && group.names().isPresent();
    }

    /** Returns the key of that name in the nearest section around that of {@code unknown}. */
    private static Optional<Key> around(Key unknown, ConfigurationSchema schema) {
        Key section = unknown.parent();
        while (!section.isRoot()) {
            section = section.parent();
            Key key = section.child(unknown.name());
            if (!section.isRoot() && !isNamed(section, schema) && schema.find(key) != null) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    private static Optional<Key> elsewhere(String name, ConfigurationSchema schema) {
        return schema.keys().stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** Returns the candidate that is nearest to {@code word}, unless all are far from it. */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        String plain = plain(word);
        int farthest = farthest(plain.length());
        return candidates.stream()
                .filter(candidate -> distance(plain, plain(candidate)) <= farthest)
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
    }

    /** Two letters of a short word make another word, and its only letter is the whole of it. */
    private static int farthest(int length) {
        return length < 2 ? 0 : Math.min(1 + length / 4, Math.max(1, length / 3));
    }

    /** So that maxConnections and max_connections are max-connections. */
    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
    }

    /** Counts the letters to insert, to delete, to replace, or to exchange with the next one. */
    private static int distance(String one, String other) {
        int[][] steps = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                steps[i][j] = i == 0 || j == 0
                        ? i + j
                        : Math.min(
                                steps[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1),
                                1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
                if (isExchanged(one, i, other, j)) {
                    steps[i][j] = Math.min(steps[i][j], 1 + steps[i - 2][j - 2]);
                }
            }
        }
        return steps[one.length()][other.length()];
    }

    private static boolean isExchanged(String one, int i, String other, int j) {
        return i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
    }
}
