package dev.medley.server.openapi;

import dev.medley.config.LocatedText;
import dev.medley.mashup.Status;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The statuses that a reply may have, as far as the expression tells that chooses them.
 *
 * @param constant those that are written there, and 200 if there may be others
 * @param others whether there may be others
 */
record ReplyStatuses(Set<Integer> constant, boolean others) {

    /** A text or a comment, within which nothing counts. */
    private static final Pattern SKIPPED =
            Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]++|\\\\.)*+'|/\\*.*?\\*/", Pattern.DOTALL);

    /** A status alone, or as one of the two values of a condition. */
    private static final Pattern VALUE = Pattern.compile("(?:^|(?<=[?:(]))\\s*([2-5][0-9]{2})\\s*(?=[:)]|$)");

    /** A condition each of whose values is a status; further conditions may be in the place of the last one. */
    private static final Pattern ALL_CONSTANT =
            Pattern.compile("(?:[^?:]*+\\?\\s*[2-5][0-9]{2}\\s*:)*+\\s*[2-5][0-9]{2}\\s*");

    static ReplyStatuses of(@Nullable LocatedText expression) {
        if (expression == null) {
            return new ReplyStatuses(Set.of(Status.OK), false);
        }
        String plain = SKIPPED.matcher(expression.text())
                .replaceAll(skipped -> skipped.group().startsWith("/*") ? "" : "\"\"");
        Set<Integer> constant = new TreeSet<>();
        Matcher value = VALUE.matcher(plain);
        while (value.find()) {
            constant.add(Integer.valueOf(value.group(1)));
        }
        boolean others = !ALL_CONSTANT.matcher(plain).matches();
        if (others) {
            constant.add(Status.OK);
        }
        return new ReplyStatuses(constant, others);
    }
}
