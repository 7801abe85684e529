package dev.medley.server.internal.declared.expression.syntax;

import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of an expression into tokens, by the rules of the library's own scanner, which cannot be used from outside.
 * Used once.
 */
final class Scanner {

    private static final String BLANKS = " \t\n\r";
    private static final String OPERATORS = ".[]{}(),@#;:?+-*/%|=<>^&!~";
    private static final List<String> LONG_OPERATORS = List.of("..", ":=", "!=", ">=", "<=", "**", "~>", "?:", "??");
    private static final Set<String> WORDS = Set.of("and", "or", "in");
    private static final Set<String> CONSTANTS = Set.of("true", "false", "null");
    private static final String CLOSING = ")]}";
    /** Operators of other languages, which no valid expression has. */
    private static final List<List<String>> FOREIGN =
            List.of(List.of("==", "="), List.of("&&", "and"), List.of("||", "or"));

    private static final Pattern NUMBER = Pattern.compile("(0|[1-9][0-9]*)(\\.[0-9]+)?([Ee][-+]?[0-9]+)?");

    private final String text;
    private int at;
    /** False after an operand, where an operator follows: {@code *} multiplies there, and {@code /} divides. */
    private boolean operandExpected = true;

    /** The bars after the first of each transform {@code |…|…|} that is open. */
    private final Deque<Integer> transforms = new ArrayDeque<>();

    Scanner(String text, int from) {
        this.text = text;
        at = from;
    }

    /** Returns the next token; null at the end of the text. */
    @Nullable
    Token next() {
        skipBlanks();
        if (at == text.length()) {
            return null;
        }
        char c = text.charAt(at);
        if (c == '/' && operandExpected) {
            return operand(regex());
        }
        if (OPERATORS.indexOf(c) >= 0) {
            return operator();
        }
        if (c == '"' || c == '\'') {
            StringLiteral literal = new StringLiteral(text, at);
            return operand(token(Kind.STRING, literal.end(), literal.value()));
        }
        if (c >= '0' && c <= '9') {
            return operand(number());
        }
        if (c == '`') {
            int end = text.indexOf('`', at + 1);
            if (end < 0) {
                throw new ExpressionException(at, "the name is not closed; expected `");
            }
            return operand(token(Kind.NAME, end + 1, text.substring(at + 1, end)));
        }
        return word();
    }

    private void skipBlanks() {
        while (at < text.length()) {
            if (BLANKS.indexOf(text.charAt(at)) >= 0) {
                at++;
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw new ExpressionException(at, "the comment is not closed; expected */");
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    private Token token(Kind kind, int end, String value) {
        Token token = new Token(kind, at, end, value);
        at = end;
        return token;
    }

    private Token operand(Token token) {
        operandExpected = false;
        return token;
    }

    private Token operator() {
        for (List<String> foreign : FOREIGN) {
            if (text.startsWith(foreign.get(0), at)) {
                throw new ExpressionException(
                        at, "'%s' is not an operator; expected '%s'".formatted(foreign.get(0), foreign.get(1)));
            }
        }
        String value = LONG_OPERATORS.stream()
                .filter(each -> text.startsWith(each, at))
                .findFirst()
                .orElseGet(() -> text.substring(at, at + 1));
        if (value.equals("!")) {
            throw new ExpressionException(at, "'!' is not an operator; expected != or $not(…)");
        }
        boolean standsAlone = operandExpected && (value.equals("*") || value.equals("**") || value.equals("%"));
        // In place of an operand, a question mark is an argument that is left open.
        boolean open = operandExpected && value.equals("?");
        operandExpected = !standsAlone && !open && CLOSING.indexOf(value.charAt(0)) < 0 && !endsTransform(value);
        return token(Kind.OPERATOR, at + value.length(), value);
    }

    private boolean endsTransform(String operator) {
        if (!operator.equals("|")) {
            return false;
        }
        if (operandExpected) {
            transforms.push(0);
            return false;
        }
        Integer bars = transforms.poll();
        if (bars != null && bars == 0) {
            transforms.push(1);
        }
        return bars != null && bars == 1;
    }

    private Token number() {
        var matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw new ExpressionException(at, "'" + text.charAt(at) + "' does not begin a number");
        }
        String number = matcher.group();
        if (Double.isInfinite(Double.parseDouble(number))) {
            throw new ExpressionException(at, "the number is too large; expected less than 1.8e308");
        }
        return token(Kind.NUMBER, matcher.end(), number);
    }

    private Token word() {
        int end = at;
        while (end < text.length() && BLANKS.indexOf(text.charAt(end)) < 0 && OPERATORS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String word = text.substring(at, end);
        if (word.startsWith("$")) {
            return operand(token(Kind.VARIABLE, end, word.substring(1)));
        }
        if (WORDS.contains(word) && !operandExpected) {
            operandExpected = true;
            return token(Kind.OPERATOR, end, word);
        }
        return operand(token(CONSTANTS.contains(word) ? Kind.CONSTANT : Kind.NAME, end, word));
    }

    /** A slash ends it unless it is escaped or within brackets, as in the library. */
    private Token regex() {
        int depth = 0;
        int end = at + 1;
        for (; end < text.length(); end++) {
            char c = text.charAt(end);
            if (c == '/' && depth == 0 && !isEscaped(end)) {
                break;
            }
            boolean plain = text.charAt(end - 1) != '\\';
            if (plain && "([{".indexOf(c) >= 0) {
                depth++;
            } else if (plain && CLOSING.indexOf(c) >= 0) {
                depth--;
            }
        }
        if (end == text.length()) {
            throw new ExpressionException(
                    at,
                    text.substring(at + 1).isBlank()
                            ? "unexpected '/'; expected a value"
                            : "the regular expression is not closed; expected /");
        }
        String pattern = text.substring(at + 1, end);
        if (pattern.isEmpty()) {
            throw new ExpressionException(at, "the regular expression is empty");
        }
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException x) {
            int index = Math.max(0, Math.min(x.getIndex(), pattern.length() - 1));
            throw new ExpressionException(
                    at + 1 + index, "the regular expression is broken: " + Wording.sentence(x.getDescription()));
        }
        end++;
        while (end < text.length() && "im".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return token(Kind.REGEX, end, pattern);
    }

    private boolean isEscaped(int position) {
        int backslashes = 0;
        while (text.charAt(position - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 != 0;
    }
}
