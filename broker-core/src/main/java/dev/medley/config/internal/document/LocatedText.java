package dev.medley.config.internal.document;

import dev.medley.setting.internal.InvalidValueException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text of the configuration, or of a program, that is itself in a language, such as an expression, with its place for the
 * messages of that language's parser. Immutable.
 *
 * <p>Two of them are equal if their texts are, wherever these are from: a file that was read again, in which lines have moved,
 * has changed nothing.
 */
public final class LocatedText {

    private final String text;
    private final Key key;
    private final SourceLocation location;
    private final @Nullable ScalarSource source;

    private LocatedText(String text, Key key, SourceLocation location, @Nullable ScalarSource source) {
        this.text = text;
        this.key = key;
        this.location = location;
        this.source = source;
    }

    /** Returns a text that a program gives, which messages call {@code name}. */
    public static LocatedText of(String name, String text) {
        return new LocatedText(text, Key.ROOT, SourceLocation.file(name), null);
    }

    /** Returns the value of {@code key}, which is a scalar, as text. */
    public static LocatedText of(Document document, Key key) {
        Place place = document.place(key);
        return new LocatedText(document.at(key).asString(), key, place.value(), place.scalar());
    }

    /** Returns the last name of {@code key}, at the place of the key. */
    public static LocatedText ofName(Document document, Key key) {
        return new LocatedText(key.name(), key, document.place(key).key(), null);
    }

    /** Returns an empty text, at the place of {@code key}. */
    public static LocatedText empty(Document document, Key key) {
        return new LocatedText("", key, document.place(key).key(), null);
    }

    /** Returns the text, as it is without the quotes, escapes and indentation of its file. */
    public String text() {
        return text;
    }

    /** Returns the names of the sections that lead to the text, and its own; none for a text of a program. */
    public List<String> key() {
        return key.names();
    }

    /**
     * Returns the line of a message about one character: place, key and {@code fault}, such as {@code
     * config/medley.yaml:9:17: mashups./quote.reply: } and the fault. The place is that of the character where the text is
     * from a file, and otherwise the flag, the variable or the name in the program.
     *
     * @param offset of the character in {@link #text}, or its length for the end
     * @throws IndexOutOfBoundsException if {@code offset} is negative or more than the length
     */
    public String problem(int offset, String fault) {
        return line(place(offset), fault);
    }

    /** Returns the place of the character at {@code offset}, as {@link #problem(int, String)} says. */
    SourceLocation place(int offset) {
        Objects.checkIndex(offset, text.length() + 1);
        return source == null ? location : source.within(offset);
    }

    /** Returns the line of a message about the text as a whole, as {@link #problem(int, String)}. */
    public String problem(String fault) {
        return line(location, fault);
    }

    private String line(SourceLocation place, String fault) {
        return InvalidValueException.inLine(place.label(key) + ": " + fault);
    }

    /** Compares the texts alone. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocatedText that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text;
    }
}
