package dev.medley.server.internal.declared.expression.function;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The changes to the text of an expression before the library parses it, which work around its faults:
 *
 * <ul>
 *   <li>It prints what is called and is not a function. {@code $f(x)} becomes {@code ($__function($f))(x)} if {@code $f} is a
 *       value of the expression, and {@code __function} refuses what is not a function.
 *   <li>It confuses omitted arguments with open ones. {@code $split(?, ",")} becomes
 *       {@code function($__1){$split($__1, ",")}}.
 *   <li>It calls a regular expression without a bound of its time. {@code $s ~> /x/} becomes {@code $s ~> $__find(/x/)}.
 * </ul>
 */
public final class Rewriting {

    /** Of variables that an expression cannot use itself. */
    public static final String INTERNAL = "__";

    /** The function that refuses to be called with anything but a function. */
    static final String FUNCTION = INTERNAL + "function";

    /** The function that finds a regular expression. */
    static final String FIND = INTERNAL + "find";

    private static final Comparator<Edit> OUTER_FIRST = Comparator.comparingInt(Edit::begin)
            .thenComparing(Comparator.comparingInt(Edit::end).reversed())
            .thenComparing(Comparator.comparingInt(Edit::order).reversed());

    private final List<Edit> edits = new ArrayList<>();
    private int parameters;

    /** Creates a rewriting that changes nothing yet. */
    public Rewriting() {}

    /** Has the value between these offsets be refused if it is not a function. */
    public void guard(int begin, int end) {
        add(begin, end, "($" + FUNCTION + "(", "))");
    }

    /** Makes a function of the call between these offsets, with its arguments that are question marks as parameters. */
    public void open(int begin, int end, List<Integer> questionMarks) {
        List<String> names = new ArrayList<>();
        for (int each : questionMarks) {
            parameters++;
            names.add("$" + INTERNAL + parameters);
            edits.add(new Edit(each, each + 1, names.get(names.size() - 1), "", edits.size(), true));
        }
        add(begin, end, "function(" + String.join(",", names) + "){", "}");
    }

    /** Finds the regular expression between these offsets in what stands before. */
    public void find(int begin, int end) {
        add(begin, end, "$" + FIND + "(", ")");
    }

    private void add(int begin, int end, String before, String after) {
        edits.add(new Edit(begin, end, before, after, edits.size(), false));
    }

    /** Returns whether the library may have the text as it is. */
    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** The text for the library. */
    public Rewritten apply(String text) {
        List<Edit> outerFirst = new ArrayList<>(edits);
        outerFirst.sort(OUTER_FIRST);
        List<Edit> innerFirst = new ArrayList<>(outerFirst);
        Collections.reverse(innerFirst);
        Rewritten.Builder rewritten = new Rewritten.Builder();
        for (int i = 0; i <= text.length(); i++) {
            for (Edit edit : innerFirst) {
                if (edit.end == i) {
                    rewritten.append(edit.after, i - 1);
                }
            }
            boolean replaced = false;
            for (Edit edit : outerFirst) {
                if (edit.begin == i) {
                    rewritten.append(edit.before, i);
                    replaced |= edit.replaces;
                }
            }
            if (i < text.length() && !replaced) {
                rewritten.append(text.substring(i, i + 1), i);
            }
        }
        return rewritten.build();
    }

    /**
     * A text around a part of the expression.
     *
     * @param order later ones are outside of earlier ones that have the same offsets
     * @param replaces true if it takes the place of that part
     */
    private record Edit(int begin, int end, String before, String after, int order, boolean replaces) {}
}
