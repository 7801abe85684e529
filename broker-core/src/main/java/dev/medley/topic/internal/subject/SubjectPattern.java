package dev.medley.topic.internal.subject;

import java.util.ArrayList;
import java.util.List;

/**
 * The subjects that a subscription is for. Tokens are separated by dots; {@code *} is any one token, {@code >} at the end one or more
 * tokens, as in NATS (docs.nats.io/nats-concepts/subjects). The first token names the topic, and is never a wildcard. Immutable.
 */
public final class SubjectPattern {

    /** Any one token. */
    static final String ONE = "*";
    /** One or more tokens at the end. */
    static final String REST = ">";

    /** Characters of the longest subject. */
    public static final int MAX_LENGTH = 255;

    private static final int MAX_TOKENS = 16;
    /** None of them has to be escaped in JSON, in the path of a URL, or in a line of an event stream. */
    private static final String OTHERS = "_~$:@=+-";

    private static final char DOT = '.';

    private final String text;
    private final List<String> tokens;

    private SubjectPattern(String text, List<String> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /**
     * Parses a pattern, which may be a single subject.
     *
     * @throws IllegalArgumentException if {@code text} is not a pattern; the message says why
     */
    public static SubjectPattern parse(String text) {
        List<String> tokens = tokens(text);
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            boolean wildcard = token.equals(ONE) || (token.equals(REST) && i == tokens.size() - 1);
            if (wildcard && i == 0) {
                throw new IllegalArgumentException(
                        "a subject begins with the name of its topic, and not with " + token);
            }
            if (!wildcard && !isToken(token)) {
                throw invalid(token, "; * is a token of its own, and > the last one");
            }
        }
        return new SubjectPattern(text, tokens);
    }

    /**
     * Returns the name of the topic of the subject {@code text}: its first token.
     *
     * @throws IllegalArgumentException if {@code text} is not a subject; the message says why
     */
    public static String topicOf(String text) {
        List<String> tokens = tokens(text);
        for (String token : tokens) {
            if (!isToken(token)) {
                throw invalid(token, "");
            }
        }
        return tokens.get(0);
    }

    /** Returns whether {@code text} can be a token of a subject. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            boolean letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
            if (!letter && (next < '0' || next > '9') && OTHERS.indexOf(next) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Returns the tokens of {@code text}, unchecked. */
    static List<String> tokens(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a subject has 1 to %d characters, not %d".formatted(MAX_LENGTH, text.length()));
        }
        List<String> tokens = split(text);
        if (tokens.size() > MAX_TOKENS) {
            throw new IllegalArgumentException(
                    "a subject has at most %d tokens, not %d".formatted(MAX_TOKENS, tokens.size()));
        }
        return List.copyOf(tokens);
    }

    /** Each message has a subject that is split, and a regular expression takes several times as long. */
    private static List<String> split(String text) {
        List<String> tokens = new ArrayList<>(4);
        int from = 0;
        int dot = text.indexOf(DOT);
        while (dot >= 0) {
            tokens.add(text.substring(from, dot));
            from = dot + 1;
            dot = text.indexOf(DOT, from);
        }
        tokens.add(text.substring(from));
        return tokens;
    }

    private static IllegalArgumentException invalid(String token, String wildcards) {
        return new IllegalArgumentException(
                token.isEmpty()
                        ? "a subject has no empty token"
                        : "a token of a subject has letters, digits and _~$:@=+- only" + wildcards);
    }

    /** Returns the name of the topic. */
    public String topic() {
        return tokens.get(0);
    }

    /** Returns whether it is a single subject. */
    public boolean isSubject() {
        return !tokens.contains(ONE) && !tokens.contains(REST);
    }

    /** Returns whether {@code subject} is one of its subjects. */
    public boolean matches(String subject) {
        return matches(tokens(subject));
    }

    /** Returns whether all subjects of {@code other} are subjects of this pattern. */
    public boolean covers(SubjectPattern other) {
        boolean endless = other.tokens.get(other.tokens.size() - 1).equals(REST);
        return (!endless || tokens.get(tokens.size() - 1).equals(REST)) && matches(other.tokens);
    }

    private boolean matches(List<String> subject) {
        int last = tokens.size() - 1;
        boolean open = tokens.get(last).equals(REST);
        if (open ? subject.size() < tokens.size() : subject.size() != tokens.size()) {
            return false;
        }
        int fixed = open ? last : tokens.size();
        for (int i = 0; i < fixed; i++) {
            String token = tokens.get(i);
            boolean same = token.equals(subject.get(i));
            if (!same && (!token.equals(ONE) || subject.get(i).equals(REST))) {
                return false;
            }
        }
        return true;
    }

    /** Returns its tokens. */
    List<String> tokens() {
        return tokens;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubjectPattern pattern && pattern.text.equals(text);
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
