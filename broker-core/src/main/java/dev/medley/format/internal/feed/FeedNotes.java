package dev.medley.format.internal.feed;

import dev.medley.setting.internal.InvalidValueException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a feed that can be read nevertheless. For one thread. */
public final class FeedNotes {

    /** A feed with one fault in each entry need not tell it a thousand times. */
    private static final int MAX_NOTES = 10;

    private final List<String> notes = new ArrayList<>();

    /** Creates the notes of a feed with no fault yet. */
    public FeedNotes() {}

    /** Notes a fault, unless there are ten already. */
    public void add(String note) {
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        }
    }

    /** Notes a date that cannot be read. */
    public void date(String element, String text) {
        add("%s: %s is not a date".formatted(element, InvalidValueException.quoted(text)));
    }

    /** Returns the faults in their order. */
    public List<String> all() {
        return List.copyOf(notes);
    }
}
