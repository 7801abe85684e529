package dev.medley.config.internal.document;

import dev.medley.setting.internal.InvalidValueException;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** The values that references were replaced by, which may be secret, with what messages show in their place. */
public final class Hidden {

    /** Characters from which on a value is no word that a message has by chance. */
    private static final int LONG = 6;

    /** Longer ones first, as they may have shorter ones in them. */
    private final Map<String, String> shown =
            new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    Hidden() {}

    /** Returns one that hides nothing. */
    public static Hidden nothing() {
        return new Hidden();
    }

    /** Has messages show {@code text}, which has the reference, in the place of {@code value}. */
    void add(String value, String text) {
        if (!value.isEmpty()) {
            shown.put(value, text);
        }
    }

    /**
     * Returns a message without the values. Short ones are hidden where they are quoted only, since any text may have them by
     * chance.
     */
    public String in(String message) {
        String text = message;
        for (Map.Entry<String, String> each : shown.entrySet()) {
            String value = each.getKey();
            text = text.replace(InvalidValueException.quoted(value), "'" + each.getValue() + "'");
            if (value.length() >= LONG) {
                text = text.replace(value, each.getValue());
            }
        }
        return text;
    }
}
