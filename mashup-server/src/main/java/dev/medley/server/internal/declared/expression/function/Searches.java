package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Utils;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that look for a string or a regular expression, within the time of the evaluation. */
final class Searches {

    private static final int PATTERN = 1;
    private static final int LIMIT = 2;

    /** Comparisons of characters that take no time to speak of. */
    private static final long FEW = 10_000_000;

    private static final int LONG = 1000;

    private Searches() {}

    static @Nullable Object contains(Call call) {
        String text = call.text(0);
        if (text == null || call.argument(PATTERN) == null) {
            return null;
        }
        if (call.argument(PATTERN) instanceof String part) {
            return indexOf(call, text, part) >= 0;
        }
        return find(call, matcher(call, text));
    }

    static @Nullable Object substringBefore(Call call) {
        return parted(call, (text, part) -> text.substring(0, part.begin()));
    }

    static @Nullable Object substringAfter(Call call) {
        return parted(call, (text, part) -> text.substring(part.end()));
    }

    /** Where a string is in another one. */
    private record Place(int begin, int end) {}

    private static @Nullable Object parted(Call call, BiFunction<String, Place, String> result) {
        String text = call.text(0);
        String part = call.text(PATTERN);
        if (text == null || part == null) {
            return call.original();
        }
        int begin = indexOf(call, text, part);
        return begin < 0 ? text : result.apply(text, new Place(begin, begin + part.length()));
    }

    /** As {@link String#indexOf(String)}, which nothing interrupts. */
    private static int indexOf(Call call, String text, String part) {
        if ((long) text.length() * part.length() <= FEW) {
            return text.indexOf(part);
        }
        int last = text.length() - part.length();
        long compared = 0;
        for (int at = text.indexOf(part.charAt(0)); at >= 0 && at <= last; at = text.indexOf(part.charAt(0), at + 1)) {
            if (text.startsWith(part, at)) {
                return at;
            }
            compared += part.length();
            if (compared > FEW) {
                compared = 0;
                call.evaluation().checkTime();
            }
        }
        return -1;
    }

    /** The pattern of a string. To compile that of a long one takes the square of its length if it begins the pattern. */
    static Pattern literal(String part) {
        return Pattern.compile((part.length() > LONG ? "(?=)" : "") + Pattern.quote(part));
    }

    /** The first match in a string, and undefined for other values. */
    static @Nullable Object first(Call call) {
        if (!(call.argument(0) instanceof String text)) {
            return null;
        }
        Matcher matcher = matcher(call, text);
        return find(call, matcher) ? matchOf(matcher) : null;
    }

    static @Nullable Object match(Call call) {
        String text = call.text(0);
        if (text == null) {
            return null;
        }
        int limit = limit(call, LIMIT);
        List<Object> matches = Utils.createSequence();
        Matcher matcher = matcher(call, text);
        while (matches.size() < limit && find(call, matcher)) {
            Map<String, Object> match = new LinkedHashMap<>();
            match.put("match", matcher.group());
            match.put("index", matcher.start());
            match.put("groups", groups(matcher));
            matches.add(match);
            call.evaluation().checkItems(matches.size());
        }
        return matches;
    }

    static @Nullable Object split(Call call) {
        String text = call.text(0);
        if (text == null) {
            return null;
        }
        int limit = limit(call, LIMIT);
        if (call.argument(PATTERN) instanceof String separator) {
            return separator.isEmpty() ? characters(call, text, limit) : split(call, text, limit, literal(separator));
        }
        return split(call, text, limit, pattern(call));
    }

    private static List<Object> split(Call call, String text, int limit, Pattern separator) {
        List<Object> parts = new ArrayList<>();
        Matcher matcher = separator.matcher(call.evaluation().timed(text));
        int from = 0;
        while (parts.size() < limit && find(call, matcher)) {
            // An empty match at the beginning separates nothing.
            if (matcher.end() > 0) {
                parts.add(text.substring(from, matcher.start()));
                from = matcher.end();
                call.evaluation().checkItems(parts.size());
            }
        }
        if (parts.size() < limit) {
            parts.add(text.substring(from));
        }
        return parts;
    }

    private static List<Object> characters(Call call, String text, int limit) {
        List<Object> characters = new ArrayList<>();
        text.codePoints().limit(limit).forEach(each -> {
            characters.add(Character.toString(each));
            call.evaluation().checkItems(characters.size());
        });
        return characters;
    }

    /** The limit that is the argument at {@code index}, if there is one. */
    static int limit(Call call, int index) {
        int limit = call.integer(index, Integer.MAX_VALUE);
        if (limit < 0) {
            throw call.refusal("the limit is negative; expected 0 or more");
        }
        return limit;
    }

    static Matcher matcher(Call call, String text) {
        return pattern(call).matcher(call.evaluation().timed(text));
    }

    private static Pattern pattern(Call call) {
        Object pattern = call.argument(PATTERN);
        if (pattern instanceof Pattern regex) {
            return regex;
        }
        throw call.refusal("the second argument is "
                + (pattern == null ? "undefined" : Wording.typeOf(pattern))
                + "; expected a string or a regular expression");
    }

    static boolean find(Call call, Matcher matcher) {
        try {
            return matcher.find();
        } catch (StackOverflowError x) {
            throw call.refusal(
                    "the regular expression cannot search a text of this length; expected fewer groups that repeat");
        }
    }

    /** A match as a function of the expression sees it. */
    static Map<String, Object> matchOf(MatchResult found) {
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("match", found.group());
        match.put("start", found.start());
        match.put("end", found.end());
        match.put("groups", groups(found));
        return match;
    }

    private static List<Object> groups(MatchResult match) {
        List<Object> groups = new ArrayList<>();
        for (int i = 1; i <= match.groupCount(); i++) {
            String group = match.group(i);
            groups.add(group == null ? Jsonata.NULL_VALUE : group);
        }
        return groups;
    }
}
