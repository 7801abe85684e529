package dev.medley.server.internal.declared.body;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks a document of GraphQL as far as that needs no schema: it is not empty, its brackets are balanced, and its variables are those
 * that are given. Used once.
 */
public final class GraphQlQuery {

    private static final Map<Character, Character> CLOSING = Map.of('}', '{', ')', '(', ']', '[');
    /** A definition of a variable; only one has a colon behind it. */
    private static final Pattern VARIABLE =
            Pattern.compile("\\$([A-Za-z_][0-9A-Za-z_]*)\\s*:\\s*([\\[\\]!\\w\\s]+)(=?)");

    private static final Pattern USE = Pattern.compile("\\$([A-Za-z_][0-9A-Za-z_]*)");

    private final LocatedText source;
    private final List<String> problems;
    /** The document, with blanks in place of comments and texts. */
    private final StringBuilder tokens;

    private GraphQlQuery(LocatedText source, List<String> problems) {
        this.source = source;
        this.problems = problems;
        tokens = new StringBuilder(source.text());
    }

    /** Adds a problem for what no service takes. */
    public static void check(LocatedText query, List<NamedText> variables, List<String> problems) {
        int before = problems.size();
        GraphQlQuery check = new GraphQlQuery(query, problems);
        check.blank();
        if (problems.size() == before) {
            check.brackets();
        }
        if (problems.size() == before) {
            check.variables(variables);
        }
    }

    /** Texts are in one quotation mark or in three, and comments end with their line. */
    private void blank() {
        String text = source.text();
        for (int i = 0; i < text.length(); i++) {
            int end = i;
            if (text.charAt(i) == '#') {
                end = lineEnd(text, i);
            } else if (text.startsWith("\"\"\"", i)) {
                end = blockEnd(text, i + 3);
            } else if (text.charAt(i) == '"') {
                end = textEnd(text, i + 1);
            }
            if (end < 0) {
                problems.add(source.problem(i, "is a text without an end; expected its quotation mark"));
                return;
            }
            for (int blank = i; blank < end; blank++) {
                tokens.setCharAt(blank, ' ');
            }
            i = Math.max(i, end - 1);
        }
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private static int blockEnd(String text, int from) {
        int end = text.indexOf("\"\"\"", from);
        while (end > 0 && text.charAt(end - 1) == '\\') {
            end = text.indexOf("\"\"\"", end + 3);
        }
        return end < 0 ? end : end + 3;
    }

    private static int textEnd(String text, int from) {
        for (int i = from; i < text.length() && text.charAt(i) != '\n'; i++) {
            if (text.charAt(i) == '"') {
                return i + 1;
            }
            i += text.charAt(i) == '\\' ? 1 : 0;
        }
        return -1;
    }

    private void brackets() {
        Deque<Integer> open = new ArrayDeque<>();
        boolean hasSelection = false;
        for (int i = 0; i < tokens.length(); i++) {
            char c = tokens.charAt(i);
            if (c == '{' || c == '(' || c == '[') {
                open.push(i);
                hasSelection |= c == '{';
            } else if (CLOSING.containsKey(c)) {
                Integer opened = open.poll();
                if (opened == null || tokens.charAt(opened) != CLOSING.getOrDefault(c, c)) {
                    problems.add(source.problem(
                            i,
                            "'%s' closes %s; expected balanced brackets"
                                    .formatted(c, opened == null ? "nothing" : "'" + tokens.charAt(opened) + "'")));
                    return;
                }
            }
        }
        if (!open.isEmpty()) {
            int opened = open.getFirst();
            problems.add(source.problem(
                    opened, "'%s' is not closed; expected balanced brackets".formatted(tokens.charAt(opened))));
        } else if (!hasSelection) {
            problems.add(
                    source.problem("has no selection; expected a document of GraphQL, such as { products { name } }"));
        }
    }

    private void variables(List<NamedText> given) {
        Map<String, Boolean> required = new LinkedHashMap<>();
        Map<String, Integer> places = new LinkedHashMap<>();
        Matcher variable = VARIABLE.matcher(tokens);
        while (variable.find()) {
            boolean isRequired =
                    variable.group(2).strip().endsWith("!") && variable.group(3).isEmpty();
            required.merge(variable.group(1), isRequired, Boolean::logicalOr);
            places.putIfAbsent(variable.group(1), variable.start());
        }
        addUndefined(required.keySet());
        for (NamedText each : given) {
            if (!required.containsKey(each.name().text())) {
                problems.add(each.name()
                        .problem("'%s' is not a variable of the query; expected %s"
                                .formatted(
                                        each.name().text(),
                                        required.isEmpty()
                                                ? "none"
                                                : "one of " + String.join(", ", required.keySet()))));
            }
        }
        required.forEach((name, isRequired) -> {
            if (isRequired
                    && given.stream().noneMatch(each -> each.name().text().equals(name))) {
                problems.add(source.problem(
                        places.getOrDefault(name, 0),
                        "$%s has no value; expected variables.%s, because its type ends with !".formatted(name, name)));
            }
        });
    }

    /** Such as $request in braces, which are a template elsewhere. */
    private void addUndefined(Set<String> defined) {
        Set<String> reported = new HashSet<>();
        Matcher use = USE.matcher(tokens);
        while (use.find()) {
            String name = use.group(1);
            if (!defined.contains(name) && reported.add(name)) {
                problems.add(source.problem(
                        use.start(),
                        ("$%s is not a variable that the query defines; expected a definition such as query ($id: ID!), and its"
                                        + " value in variables.id")
                                .formatted(name)));
            }
        }
    }
}
