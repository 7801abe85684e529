package dev.medley.server.internal.declared.expression.value;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object whose only member is its text, which is made when it is first asked for, and counts in the evaluation that asks. So it is
 * written as JSON, compared, and true. Thread-safe.
 */
public abstract class TextObject extends AbstractMap<String, Object> {

    /** The name of the member. */
    public static final String TEXT = "text";

    private volatile @Nullable String text;

    /** Makes the text, which is always the same. */
    protected abstract String make();

    /** Returns the text. */
    public final String text() {
        String known = text;
        if (known == null) {
            known = make();
            Evaluation.countText(known.length());
            text = known;
        }
        return known;
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        return TEXT.equals(name) ? text() : null;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return TEXT.equals(name);
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public Set<String> keySet() {
        return Set.of(TEXT);
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return Set.of(Map.entry(TEXT, text()));
    }
}
