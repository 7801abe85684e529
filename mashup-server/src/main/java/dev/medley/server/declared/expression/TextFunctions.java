package dev.medley.server.declared.expression;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of strings. They count characters as JSONata does: a pair of surrogates is one. */
final class TextFunctions {

    private TextFunctions() {}

    static @Nullable Object lowercase(Call call) {
        String text = call.text(0);
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    static @Nullable Object uppercase(Call call) {
        String text = call.text(0);
        return text == null ? null : text.toUpperCase(Locale.ROOT);
    }

    static @Nullable Object substring(Call call) {
        String text = call.text(0);
        if (text == null) {
            return null;
        }
        int characters = text.codePointCount(0, text.length());
        int start = call.integer(1, 0);
        int length = call.integer(2, characters);
        int from = start < 0 ? Math.max(0, characters + start) : Math.min(start, characters);
        int to = (int) Math.min(characters, from + (long) length);
        if (to <= from) {
            return "";
        }
        int begin = text.offsetByCodePoints(0, from);
        return text.substring(begin, text.offsetByCodePoints(begin, to - from));
    }

    static @Nullable Object pad(Call call) {
        String text = call.text(0);
        if (text == null) {
            return null;
        }
        int width = call.integer(1, 0);
        long absolute = Math.abs((long) width);
        call.evaluation().checkLength(absolute);
        int missing = (int) absolute - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        String given = call.text(2);
        int[] filler =
                (given == null || given.isEmpty() ? " " : given).codePoints().toArray();
        StringBuilder padding = new StringBuilder(missing);
        for (int i = 0; i < missing; i++) {
            padding.appendCodePoint(filler[i % filler.length]);
        }
        return width < 0 ? padding.append(text).toString() : text + padding;
    }

    static @Nullable Object join(Call call) {
        List<@Nullable Object> parts = call.list(0);
        if (parts == null) {
            return null;
        }
        String given = call.text(1);
        String separator = given == null ? "" : given;
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            String part = String.valueOf(parts.get(i));
            call.evaluation().checkLength(joined.length() + (long) part.length() + separator.length());
            joined.append(i == 0 ? "" : separator).append(part);
        }
        return joined.toString();
    }
}
