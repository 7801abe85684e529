package dev.medley.format;

import dev.medley.setting.internal.InvalidValueException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a feed that can be read nevertheless. For one thread. */
final class FeedNotes {

    /** A feed with one fault in each entry need not tell it a thousand times. */
    private static final int MAX_NOTES = 10;

    private final List<String> notes = new ArrayList<>();

    void add(String note) {
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        }
    }

    /** Notes a date that cannot be read. */
    void date(String element, String text) {
        add("%s: %s is not a date".formatted(element, InvalidValueException.quoted(text)));
    }

    List<String> all() {
        return List.copyOf(notes);
    }
}
