package dev.medley.config.internal.topic;

import dev.medley.caller.Caller;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of subjects in which a token may be the caller's name, as in {@code trips.{name}.>}, or a claim, as in
 * {@code prices.{claims.region}}; of a claim with several values each counts. Immutable.
 */
public final class SubjectTemplate {

    private static final Pattern DOT = Pattern.compile("\\.(?![^{]*})");
    private static final String NAME = "{name}";
    private static final String CLAIM = "{claims.";
    private static final String END = "}";
    /** In place of a value that is not known yet, to check the others. */
    private static final String ANY_VALUE = "x";

    private final String text;
    private final List<String> tokens;

    private SubjectTemplate(String text, List<String> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException if {@code text} is not one; the message says why
     */
    public static SubjectTemplate parse(String text) {
        List<String> tokens = List.copyOf(Arrays.asList(DOT.split(text, -1)));
        SubjectPattern.parse(String.join(
                ".",
                tokens.stream().map(token -> isValue(token) ? ANY_VALUE : token).toList()));
        if (isValue(tokens.get(0))) {
            throw new IllegalArgumentException("a subject begins with the name of its topic");
        }
        return new SubjectTemplate(text, tokens);
    }

    private static boolean isValue(String token) {
        return token.equals(NAME)
                || (token.startsWith(CLAIM) && token.endsWith(END) && token.length() > CLAIM.length() + 1);
    }

    /** Returns the parser of the text of one. */
    static ValueParser<String> parser() {
        String expected = "a subject, such as prices.*, in which a token may be {name} or {claims.tenant}";
        return ValueParsers.checkedText(
                text -> {
                    try {
                        parse(text);
                    } catch (IllegalArgumentException x) {
                        throw new InvalidValueException(text, "is not one: " + x.getMessage(), expected);
                    }
                },
                expected,
                "subject");
    }

    /** Returns the name of the topic. */
    public String topic() {
        return tokens.get(0);
    }

    /** Returns whether all subjects of {@code pattern} are subjects of this template for {@code caller}, who may be unknown. */
    public boolean covers(SubjectPattern pattern, @Nullable Caller caller) {
        List<List<String>> begun = List.of(List.of());
        for (String token : tokens) {
            List<List<String>> longer = new ArrayList<>();
            for (String value : isValue(token) ? values(token, caller) : List.of(token)) {
                begun.forEach(before -> {
                    List<String> more = new ArrayList<>(before);
                    more.add(value);
                    longer.add(more);
                });
            }
            begun = longer;
        }
        return begun.stream().anyMatch(each -> covers(String.join(".", each), pattern));
    }

    private static boolean covers(String subjects, SubjectPattern pattern) {
        try {
            return SubjectPattern.parse(subjects).covers(pattern);
        } catch (IllegalArgumentException x) {
            // A value has characters that no subject has.
            return false;
        }
    }

    /** Only values that are one token: with a dot or a wildcard a caller would have the subjects of others. */
    private static List<String> values(String token, @Nullable Caller caller) {
        if (caller == null) {
            return List.of();
        }
        Object value =
                token.equals(NAME) ? caller.name() : caller.claim(token.substring(CLAIM.length(), token.length() - 1));
        Collection<?> all = value instanceof Collection<?> several ? several : List.of(value == null ? "" : value);
        return all.stream().map(String::valueOf).filter(SubjectPattern::isToken).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubjectTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text that it was parsed from. */
    @Override
    public String toString() {
        return text;
    }
}
