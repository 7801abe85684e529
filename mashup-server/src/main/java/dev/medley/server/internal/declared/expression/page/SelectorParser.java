package dev.medley.server.internal.declared.expression.page;

import dev.medley.server.internal.declared.expression.page.PageSelector.Chain;
import dev.medley.server.internal.declared.expression.page.PageSelector.Part;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.select.QueryParser;
import org.jspecify.annotations.Nullable;

/** Reads a CSS selector: takes it apart into parts, of which jsoup reads each one. Used once. */
final class SelectorParser {

    /** Selectors within one another. */
    private static final int MAX_NESTING = 5;

    private static final String COMBINATORS = ">+~";
    private static final Set<String> WITH_SELECTOR = Set.of("not", "is", "has");

    private final String text;
    private int at;
    private int nesting;

    SelectorParser(String text) {
        this.text = text;
    }

    PageSelector parse() {
        List<Chain> alternatives = alternatives();
        if (at < text.length()) {
            throw unexpected();
        }
        return new PageSelector(alternatives);
    }

    private List<Chain> alternatives() {
        List<Chain> alternatives = new ArrayList<>();
        alternatives.add(chain());
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            alternatives.add(chain());
        }
        return alternatives;
    }

    private Chain chain() {
        skipBlanks();
        Chain chain = null;
        char combinator = ' ';
        if (isOneOf(COMBINATORS)) {
            // Siblings of the element in which is searched are not in it.
            if (text.charAt(at) != '>') {
                throw unexpected();
            }
            chain = new Chain(List.of(new PageSelector.Root()), ' ', null);
            combinator = next();
            skipBlanks();
        }
        while (true) {
            chain = new Chain(compound(), combinator, chain);
            boolean blanks = skipBlanks();
            if (isOneOf(COMBINATORS)) {
                combinator = next();
                skipBlanks();
            } else if (blanks && at < text.length() && !isOneOf(",)")) {
                combinator = ' ';
            } else {
                return chain;
            }
        }
    }

    private List<Part> compound() {
        List<Part> parts = new ArrayList<>();
        if (at < text.length() && (isOneOf("*") || isOfName(text.charAt(at)))) {
            int begin = at;
            if (isOneOf("*")) {
                at++;
            } else {
                skipName();
            }
            parts.add(simple(begin));
        }
        while (isOneOf("#.[:")) {
            parts.add(part());
        }
        if (parts.isEmpty()) {
            throw unexpected();
        }
        return parts;
    }

    private Part part() {
        int begin = at;
        char sign = next();
        if (sign == '[') {
            at = begin;
            skipBalanced('[', ']');
            refusePatternOf(text.substring(begin, at), begin);
        } else if (sign == ':') {
            return pseudo(begin);
        } else {
            skipName();
        }
        return simple(begin);
    }

    private Part pseudo(int begin) {
        if (isOneOf(":")) {
            throw error(begin, "a part with :: selects no elements; expected one with a single colon");
        }
        int nameBegin = at;
        skipName();
        String name = text.substring(nameBegin, at);
        if (name.startsWith("match")) {
            throw error(
                    begin,
                    ":%s has a regular expression, whose time has no bound; expected :contains(…)".formatted(name));
        }
        if (WITH_SELECTOR.contains(name)) {
            return nested(name, begin);
        }
        if (isOneOf("(")) {
            skipBalanced('(', ')');
        }
        return simple(begin);
    }

    private Part nested(String name, int begin) {
        if (!isOneOf("(")) {
            throw error(begin, ":%s has no selector; expected one in parentheses".formatted(name));
        }
        nesting++;
        if (nesting > MAX_NESTING) {
            throw error(begin, "more than %d selectors within one another".formatted(MAX_NESTING));
        }
        at++;
        List<Chain> alternatives = alternatives();
        if (!isOneOf(")")) {
            throw unexpected();
        }
        at++;
        nesting--;
        return switch (name) {
            case "not" -> new PageSelector.Not(alternatives);
            case "is" -> new PageSelector.Is(alternatives);
            default -> new PageSelector.Has(alternatives);
        };
    }

    private void refusePatternOf(String attribute, int begin) {
        int quote = Math.max(attribute.indexOf('"'), attribute.indexOf('\''));
        int pattern = attribute.indexOf("~=");
        if (pattern > 0 && (quote < 0 || pattern < quote)) {
            throw error(
                    begin + pattern,
                    "~= is a regular expression here, whose time has no bound; expected *=, ^=, $= or =, or a class as .name");
        }
    }

    private Part simple(int begin) {
        String part = text.substring(begin, at);
        try {
            return new PageSelector.Simple(QueryParser.parse(part), part.startsWith(":"));
        } catch (IllegalArgumentException | IllegalStateException x) {
            throw error(begin, "%s is not a part of a CSS selector".formatted(Wording.quoted(part)));
        }
    }

    private char next() {
        return text.charAt(at++);
    }

    private boolean isOneOf(String signs) {
        return at < text.length() && signs.indexOf(text.charAt(at)) >= 0;
    }

    private boolean skipBlanks() {
        int begin = at;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at > begin;
    }

    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '\\' || c == '|' || c > 127;
    }

    private void skipName() {
        while (at < text.length() && isOfName(text.charAt(at))) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, text.length());
    }

    /** Skips to behind the bracket that closes the one here; in quotes none does. */
    private void skipBalanced(char open, char close) {
        int begin = at;
        int depth = 0;
        char quote = 0;
        while (at < text.length()) {
            char c = next();
            if (c == '\\') {
                at = Math.min(at + 1, text.length());
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == open) {
                depth++;
            } else if (c == close) {
                depth--;
                if (depth == 0) {
                    return;
                }
            }
        }
        throw error(begin, "the %s is not closed; expected %s".formatted(open, close));
    }

    private ExpressionException unexpected() {
        return error(
                at,
                at >= text.length()
                        ? "the selector ends; expected an element, such as li, .class, #id or [attribute]"
                        : "unexpected %s in the selector".formatted(Wording.quoted(text.substring(at, at + 1))));
    }

    private static ExpressionException error(int position, @Nullable String message) {
        return new ExpressionException(position, String.valueOf(message));
    }
}
