package dev.medley.server.internal.declared.expression.syntax;

import dev.medley.server.internal.declared.expression.syntax.Node.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of an expression that the library has accepted, whose own syntax tree is hidden: by the strength with which its
 * operators bind (Pratt). Used once.
 */
public final class SyntaxTree {

    /** How strongly operators bind, as in the library; all others end an operand. */
    private static final Map<String, Integer> STRENGTHS = Map.ofEntries(
            Map.entry("[", 80),
            Map.entry("(", 80),
            Map.entry("@", 80),
            Map.entry("#", 80),
            Map.entry(".", 75),
            Map.entry("{", 70),
            Map.entry("*", 60),
            Map.entry("/", 60),
            Map.entry("%", 60),
            Map.entry("+", 50),
            Map.entry("-", 50),
            Map.entry("&", 50),
            Map.entry("=", 40),
            Map.entry("!=", 40),
            Map.entry("<", 40),
            Map.entry("<=", 40),
            Map.entry(">", 40),
            Map.entry(">=", 40),
            Map.entry("in", 40),
            Map.entry("^", 40),
            Map.entry("~>", 40),
            Map.entry("??", 40),
            Map.entry("?:", 40),
            Map.entry("and", 30),
            Map.entry("or", 25),
            Map.entry("?", 20),
            Map.entry("..", 20),
            Map.entry(":=", 10));

    private static final int SIGN = 70;
    private static final Token END = new Token(Token.Kind.OPERATOR, -1, -1, "");

    private final List<Token> tokens;
    private int at;

    private SyntaxTree(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Returns the expression as a whole; null if its tokens are no expression that is understood. */
    public static @Nullable Node of(List<Token> tokens) {
        SyntaxTree tree = new SyntaxTree(tokens);
        Node whole = tree.expression(0);
        return tree.at == tokens.size() ? whole : null;
    }

    private Token token() {
        return at < tokens.size() ? tokens.get(at) : END;
    }

    private boolean skip(String operator) {
        if (token().is(operator)) {
            at++;
            return true;
        }
        return false;
    }

    private Node expression(int strength) {
        Node left = operand();
        while (strengthOf(token()) > strength) {
            left = withOperator(left);
        }
        return left;
    }

    private static int strengthOf(Token token) {
        return token.is(Token.Kind.OPERATOR) ? STRENGTHS.getOrDefault(token.value(), 0) : 0;
    }

    private Node operand() {
        Token token = token();
        boolean step = at > 0 && tokens.get(at - 1).is(".");
        at++;
        return switch (token.kind()) {
            case VARIABLE -> new Node(Kind.VARIABLE, token, List.of());
            case NAME -> isFunction(token) ? function(token) : new Node(Kind.NAME, token, List.of());
            case STRING -> new Node(step ? Kind.NAME : Kind.CONSTANT, token, List.of());
            case NUMBER, CONSTANT, REGEX -> new Node(Kind.CONSTANT, token, List.of());
            case OPERATOR -> operandOf(token);
        };
    }

    private boolean isFunction(Token name) {
        return token().is("(")
                && (name.value().equals("function") || name.value().equals("λ"));
    }

    private Node operandOf(Token token) {
        return switch (token.value()) {
            case "(" -> new Node(Kind.BLOCK, token, expressions(";", ")"));
            case "[" -> new Node(Kind.LIST, token, expressions(",", "]"));
            case "{" -> new Node(Kind.OBJECT, token, expressions(",", "}"));
            case "-" -> new Node(Kind.OPERATOR, token, List.of(expression(SIGN)));
            case "|" -> new Node(Kind.TRANSFORM, token, expressions(",", "|", "|"));
            case "*", "**", "%" -> new Node(Kind.WILDCARD, token, List.of());
            default -> new Node(Kind.CONSTANT, token, List.of());
        };
    }

    /** Reads expressions up to the last of {@code ends}; the names and values of objects follow each other. */
    private List<Node> expressions(String separator, String... ends) {
        List<Node> read = new ArrayList<>();
        int ended = 0;
        while (ended < ends.length && at < tokens.size()) {
            if (skip(ends[ended])) {
                ended++;
            } else if (!skip(separator) && !skip(":")) {
                // The order of a term of a sort.
                if (!skip("<")) {
                    skip(">");
                }
                read.add(expression(0));
            }
        }
        return read;
    }

    private Node function(Token word) {
        at++;
        List<Node> parts = expressions(",", ")");
        while (!token().is("{") && at < tokens.size()) {
            at++;
        }
        at++;
        parts.add(expression(0));
        skip("}");
        return new Node(Kind.FUNCTION, word, parts);
    }

    private Node withOperator(Node left) {
        Token operator = token();
        at++;
        return switch (operator.value()) {
            case "(" -> new Node(Kind.CALL, left.is(Kind.VARIABLE) ? left.token() : operator, after(left, ",", ")"));
            case "[" -> new Node(Kind.PREDICATE, operator, after(left, ",", "]"));
            case "{" -> new Node(Kind.GROUPS, operator, after(left, ",", "}"));
            case "@", "#" -> new Node(Kind.FOCUS, operator, List.of(left, operand()));
            case "^" -> {
                skip("(");
                yield new Node(Kind.SORT, operator, after(left, ",", ")"));
            }
            case "?" -> {
                Node then = expression(0);
                yield new Node(
                        Kind.CONDITION, operator, skip(":") ? List.of(left, then, expression(0)) : List.of(left, then));
            }
            case ":=" -> new Node(Kind.BINDING, operator, List.of(left, expression(strengthOf(operator) - 1)));
            case "." -> new Node(Kind.PATH, operator, List.of(left, expression(strengthOf(operator))));
            case "~>" -> new Node(Kind.APPLICATION, operator, List.of(left, expression(strengthOf(operator))));
            default -> new Node(Kind.OPERATOR, operator, List.of(left, expression(strengthOf(operator))));
        };
    }

    private List<Node> after(Node first, String separator, String end) {
        List<Node> parts = new ArrayList<>(List.of(first));
        parts.addAll(expressions(separator, end));
        return parts;
    }
}
