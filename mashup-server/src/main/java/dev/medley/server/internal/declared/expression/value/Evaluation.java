package dev.medley.server.internal.declared.expression.value;

import com.dashjoin.jsonata.Jsonata.EntryCallback;
import com.dashjoin.jsonata.Jsonata.ExitCallback;
import com.dashjoin.jsonata.Jsonata.Frame;
import com.dashjoin.jsonata.Parser.Symbol;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.CheckedText;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One evaluation, which holds the library to the bounds. Confined to its thread. */
public final class Evaluation implements EntryCallback, ExitCallback {

    /** For the functions, which get nothing but their arguments. */
    private static final ThreadLocal<@Nullable Evaluation> CURRENT = new ThreadLocal<>();

    /** Evaluations between two looks at the clock. */
    private static final int LOOKS = 16;

    /** Reads of a character between two looks at the clock. */
    private static final int READS = 4096;

    /** Functions that call others take as much of the stack as this number of evaluations. */
    private static final int WEIGHT_OF_CALL = 3;

    private final Bounds bounds;
    private final long begin;
    private int depth;
    private int sinceLook;
    private long millis = -1;
    /** Characters of elements of pages. */
    private long texts;

    private @Nullable Refusal exceeded;

    /** Begins an evaluation: its time runs from now on. */
    public Evaluation(Bounds bounds) {
        this.bounds = bounds;
        begin = bounds.nanoTime().getAsLong();
    }

    /** The evaluation that the thread is in. */
    public static Evaluation current() {
        Evaluation current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException("called outside of an evaluation");
        }
        return current;
    }

    /** Runs {@code body} as this evaluation. */
    @Nullable
    public Object call(Supplier<@Nullable Object> body) {
        Evaluation around = CURRENT.get();
        CURRENT.set(this);
        try {
            return body.get();
        } finally {
            if (around == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(around);
            }
        }
    }

    @Override
    public void callback(Symbol expression, @Nullable Object input, Frame environment) {
        enter(1);
        sinceLook++;
        if (sinceLook == LOOKS) {
            checkTime();
        }
    }

    @Override
    public void callback(Symbol expression, @Nullable Object input, Frame environment, @Nullable Object result) {
        depth--;
        if (result instanceof String text) {
            checkLength(text.length());
        } else if (result instanceof Collection<?> items) {
            checkItems(items.size());
        } else if (result instanceof Map<?, ?> object) {
            checkItems(object.size());
        }
    }

    /** Runs a function that calls others; their evaluations may have ended, and their frames are on the stack nevertheless. */
    @Nullable
    public Object nested(Callable<@Nullable Object> function) throws Exception {
        enter(WEIGHT_OF_CALL);
        try {
            return function.call();
        } finally {
            depth -= WEIGHT_OF_CALL;
        }
    }

    private void enter(int weight) {
        depth += weight;
        if (depth > Bounds.MAX_DEPTH) {
            throw tooDeep();
        }
    }

    /** Returns the refusal, for the caller to throw, of an evaluation that is too deep for the bounds or for the stack. */
    public Refusal tooDeep() {
        return exceeded("the evaluation is nested too deeply; expected fewer nested calls");
    }

    /** Returns {@code text} for a search that ends with the time of this evaluation. */
    public CharSequence timed(String text) {
        return new CheckedText(text, READS, this::checkTime);
    }

    /** Throws a {@link Refusal} if the evaluation has taken longer than it may; looks at the clock in each call. */
    public void checkTime() {
        sinceLook = 0;
        if (bounds.nanoTime().getAsLong() - begin > bounds.time().toNanos()) {
            throw exceeded("the evaluation took longer than %d ms; expected a simpler expression, or less data"
                    .formatted(bounds.time().toMillis()));
        }
    }

    /** Throws a {@link Refusal} if a string of this length exceeds {@link Bounds#MAX_TEXT}. */
    public void checkLength(long characters) {
        if (characters > Bounds.MAX_TEXT) {
            throw exceeded("a string has more than %d characters".formatted(Bounds.MAX_TEXT));
        }
    }

    /** Throws a {@link Refusal} if a list or an object of this size exceeds {@link Bounds#MAX_ITEMS}. */
    public void checkItems(long items) {
        if (items > Bounds.MAX_ITEMS) {
            throw exceeded("a list or an object has more than %d items".formatted(Bounds.MAX_ITEMS));
        }
    }

    /** Counts characters of elements of pages, which may be within one another, and looks at the clock; outside of an evaluation, nothing. */
    static void countText(int characters) {
        Evaluation current = CURRENT.get();
        if (current != null) {
            current.texts += characters;
            current.checkLength(current.texts);
            current.checkTime();
        }
    }

    private Refusal exceeded(String message) {
        Refusal refusal = new Refusal(message);
        exceeded = refusal;
        return refusal;
    }

    /** The bound that was exceeded, which the library may have made another exception of; null if none was. */
    @Nullable
    public Refusal exceeded() {
        return exceeded;
    }

    /** The time of the evaluation, the same for all that ask. */
    public long millis() {
        if (millis < 0) {
            millis = bounds.calendar().millis();
        }
        return millis;
    }
}
