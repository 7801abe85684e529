package dev.medley.server.internal.declared.value;

import dev.medley.mashup.ProblemException;
import dev.medley.server.internal.declaration.ParameterDeclaration;
import dev.medley.server.internal.declaration.ParameterPlace;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parameter of a declared mashup, which is checked and read as a value of its type. Immutable. */
public final class Parameter {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,30}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");

    private final ParameterDeclaration declaration;
    private final ParameterPlace place;
    private final @Nullable Pattern pattern;
    private final @Nullable Object defaultValue;

    private Parameter(ParameterDeclaration declaration, ParameterPlace place) {
        this.declaration = declaration;
        this.place = place;
        String expression = declaration.pattern();
        pattern = expression == null ? null : Pattern.compile(expression);
        defaultValue = declaration.defaultValue() == null
                ? null
                : value(declaration.defaultValue().text());
    }

    /**
     * Creates a parameter.
     *
     * @param place where requests have it
     * @throws ProblemException if its default is not a value that it allows
     */
    public static Parameter of(ParameterDeclaration declaration, ParameterPlace place) {
        return new Parameter(declaration, place);
    }

    /** Returns the name as it is declared; that of a header field in any case. */
    public String name() {
        return declaration.name().text();
    }

    /** Returns where requests have it. */
    public ParameterPlace place() {
        return place;
    }

    ParameterDeclaration declaration() {
        return declaration;
    }

    /**
     * Reads what a request has, null if it has none.
     *
     * @return the value; null for none
     * @throws ProblemException with status 400 if it is missing, or not allowed
     */
    @Nullable
    Object read(@Nullable String text) {
        if (text == null || (text.isEmpty() && declaration.required())) {
            if (declaration.required()) {
                throw ProblemException.badRequest("the parameter " + name() + " is missing");
            }
            return defaultValue;
        }
        return value(text);
    }

    private Object value(String text) {
        return switch (declaration.type()) {
            case STRING -> string(text);
            case INTEGER -> integer(text);
            case NUMBER -> number(text);
            case BOOLEAN -> bool(text);
        };
    }

    private String string(String text) {
        if (pattern != null && !BoundedMatch.matches(pattern, text)) {
            throw refused(text, "text that matches " + pattern);
        }
        if (!declaration.oneOf().isEmpty() && !declaration.oneOf().contains(text)) {
            throw refused(text, "one of " + String.join(", ", declaration.oneOf()));
        }
        return text;
    }

    private Object integer(String text) {
        if (INTEGER.matcher(text).matches() && isWithin(new BigDecimal(text))) {
            BigInteger number = new BigInteger(text);
            if (number.bitLength() < Integer.SIZE) {
                return number.intValue();
            }
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        }
        throw refused(text, "a whole number" + bounds());
    }

    private Object number(String text) {
        if (NUMBER.matcher(text).matches() && isWithin(new BigDecimal(text))) {
            return new BigDecimal(text);
        }
        throw refused(text, "a number" + bounds());
    }

    private Object bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(text, "true or false");
        };
    }

    private boolean isWithin(BigDecimal number) {
        BigDecimal min = declaration.min();
        BigDecimal max = declaration.max();
        return (min == null || number.compareTo(min) >= 0) && (max == null || number.compareTo(max) <= 0);
    }

    private String bounds() {
        BigDecimal min = declaration.min();
        BigDecimal max = declaration.max();
        if (min != null && max != null) {
            return " from " + min.toPlainString() + " to " + max.toPlainString();
        }
        return min != null
                ? " of " + min.toPlainString() + " at least"
                : max != null ? " of " + max.toPlainString() + " at most" : "";
    }

    private ProblemException refused(String text, String expected) {
        return ProblemException.badRequest("the parameter %s is '%s', expected %s".formatted(name(), text, expected));
    }
}
