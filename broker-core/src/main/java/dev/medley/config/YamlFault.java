package dev.medley.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * Why a text is not YAML, in one line.
 *
 * @param line where it was noticed; 0 if that is unknown
 * @param text what is wrong
 */
record YamlFault(int line, String text) {

    /** A statement of the parser and where it applies: first where a construct begins, last where it breaks. */
    private static final Pattern STATEMENT = Pattern.compile("([^\\n]+)\\n in reader, line ([0-9]+), column ([0-9]+):");

    private static final Pattern MISLEADING_ADVICE = Pattern.compile("\\. \\(Do not use .*\\)$");

    /**
     * Makes the parser's message of several lines one of a single line.
     *
     * @param thrown by the parser
     * @param before where the last token was that it understood
     */
    static YamlFault of(JacksonException thrown, TokenStreamLocation before) {
        String message = thrown.getOriginalMessage();
        List<MatchResult> statements = new ArrayList<>();
        Matcher matcher = STATEMENT.matcher(message);
        while (matcher.find()) {
            statements.add(matcher.toMatchResult());
        }
        if (statements.isEmpty()) {
            return new YamlFault(Math.max(0, before.getLineNr()), "is not YAML: " + message);
        }
        MatchResult first = statements.get(0);
        MatchResult last = statements.get(statements.size() - 1);
        String what = MISLEADING_ADVICE.matcher(last.group(1)).replaceFirst("");
        String context =
                statements.size() == 1 ? "" : ", %s that begins in line %s".formatted(first.group(1), first.group(2));
        return new YamlFault(
                Integer.parseInt(last.group(2)),
                "is not YAML: %s (column %s)%s".formatted(what, last.group(3), context));
    }
}
