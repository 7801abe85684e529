package dev.medley.server.internal.declared.expression.function;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of strings. They count characters as JSONata does: a pair of surrogates is one. */
final class TextFunctions {

    /** Characters that are converted at a time: a text with letters that grow is copied for each of them. */
    private static final int PIECE = 1024;

    private TextFunctions() {}

    static @Nullable Object lowercase(Call call) {
        String text = call.text(0);
        return text == null ? null : convert(call, text, piece -> piece.toLowerCase(Locale.ROOT));
    }

    static @Nullable Object uppercase(Call call) {
        String text = call.text(0);
        return text == null ? null : convert(call, text, piece -> piece.toUpperCase(Locale.ROOT));
    }

    private static String convert(Call call, String text, UnaryOperator<String> conversion) {
        if (text.length() <= PIECE) {
            return conversion.apply(text);
        }
        StringBuilder converted = new StringBuilder(text.length());
        int from = 0;
        while (from < text.length()) {
            int to = endOfPiece(text, from);
            call.evaluation().checkTime();
            converted.append(conversion.apply(text.substring(from, to)));
            call.evaluation().checkLength(converted.length());
            from = to;
        }
        return converted.toString();
    }

    /** Behind white space if there is some, because a small sigma is another letter at the end of a word. */
    private static int endOfPiece(String text, int from) {
        int last = Math.min(text.length(), from + PIECE);
        if (last == text.length()) {
            return last;
        }
        for (int to = last; to > from; to--) {
            if (Character.isWhitespace(text.charAt(to - 1))) {
                return to;
            }
        }
        return Character.isHighSurrogate(text.charAt(last - 1)) ? last - 1 : last;
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
