package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code $replace}. The library's own prints the failures of a function that replaces, and goes on; and with a
 * limit it takes a string for a regular expression.
 */
final class Replacement {

    private static final int PATTERN = 1;
    private static final int REPLACEMENT = 2;
    private static final int LIMIT = 3;

    private static final int RADIX = 10;

    private final Call call;
    private final String text;
    private final StringBuilder replaced = new StringBuilder();

    private Replacement(Call call, String text) {
        this.call = call;
        this.text = text;
    }

    static @Nullable Object replace(Call call) throws Exception {
        String text = call.text(0);
        return text == null ? null : new Replacement(call, text).replace();
    }

    private String replace() throws Exception {
        int limit = Searches.limit(call, LIMIT);
        Object replacement = call.argument(REPLACEMENT);
        boolean literal = call.argument(PATTERN) instanceof String;
        if (replacement == null || (literal && !(replacement instanceof String))) {
            throw call.refusal("the replacement is %s; expected a string"
                    .formatted(replacement == null ? "undefined" : Wording.typeOf(replacement)));
        }
        Matcher matcher = literal ? literal(String.valueOf(call.text(PATTERN))) : Searches.matcher(call, text);
        int from = 0;
        for (int i = 0; i < limit && Searches.find(call, matcher); i++) {
            append(text.substring(from, matcher.start()));
            if (replacement instanceof String string) {
                append(literal ? string : expand(string, matcher));
            } else {
                append(result(matcher));
            }
            from = matcher.end();
        }
        append(text.substring(from));
        return replaced.toString();
    }

    private Matcher literal(String part) {
        if (part.isEmpty()) {
            throw call.refusal("the string to replace is empty");
        }
        return Searches.literal(part).matcher(call.evaluation().timed(text));
    }

    private void append(String part) {
        call.evaluation().checkLength((long) replaced.length() + part.length());
        replaced.append(part);
    }

    private String result(Matcher matcher) throws Exception {
        Object result = call.callArgument(REPLACEMENT, List.of(Searches.matchOf(matcher)));
        if (result instanceof String string) {
            return string;
        }
        throw call.refusal("the function returned %s; expected a string"
                .formatted(result == null ? "no value" : Wording.typeOf(result)));
    }

    /** Puts groups in the place of {@code $1}, the match in that of {@code $0}, and a dollar sign in that of {@code $$}. */
    private static String expand(String replacement, Matcher matcher) {
        StringBuilder expanded = new StringBuilder();
        int at = 0;
        while (at < replacement.length()) {
            char c = replacement.charAt(at);
            int next = at + 1 < replacement.length() ? replacement.charAt(at + 1) : 0;
            if (c != '$') {
                expanded.append(c);
                at++;
            } else if (next == '$') {
                expanded.append('$');
                at += 2;
            } else if (next >= '0' && next <= '9') {
                int end = endOfNumber(replacement, at + 1, matcher.groupCount());
                int number = Integer.parseInt(replacement, at + 1, end, RADIX);
                String group = number <= matcher.groupCount() ? matcher.group(number) : null;
                expanded.append(group == null ? "" : group);
                at = end;
            } else {
                expanded.append('$');
                at++;
            }
        }
        return expanded.toString();
    }

    /** As many digits as make the number of a group, and one at least. */
    private static int endOfNumber(String replacement, int from, int groups) {
        int end = from + 1;
        while (end < replacement.length()
                && replacement.charAt(end) >= '0'
                && replacement.charAt(end) <= '9'
                && end - from < String.valueOf(groups).length()
                && Integer.parseInt(replacement, from, end + 1, RADIX) <= groups) {
            end++;
        }
        return end;
    }
}
