package dev.medley.server.internal.declared.value;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of an expression that is not there, or cannot be used because of its data. The message has its place in the
 * configuration, for the log; the problem, for the client, has the exchange and the key, and nothing of the expression.
 */
public final class EvaluationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String EXPRESSION_FAILED = "an expression failed";
    /** The key of a mashup under which its exchanges are. */
    public static final String EXCHANGES = "exchanges";

    private static final String REPLY = "reply";
    private static final int FIRST_KEY_OF_MASHUP = 2;

    private final transient Provenance provenance;
    private final transient @Nullable Problem problem;
    private final String missing;

    private EvaluationException(String message, Provenance provenance, int status, String detail, String missing) {
        super(message, null, false, false);
        this.provenance = provenance;
        this.missing = missing;
        problem = status == Status.INTERNAL_SERVER_ERROR ? null : Problem.of(status, detail);
    }

    /** The failure of an evaluation at {@code position} of the text; {@code fault} is not for clients. */
    static EvaluationException failed(LocatedText source, int position, String fault, Provenance provenance) {
        return new EvaluationException(
                logged(source, position, fault, provenance),
                provenance,
                provenance.status(),
                "%s cannot be computed: it fails on a value from %s".formatted(place(source), provenance.shown()),
                EXPRESSION_FAILED);
    }

    /**
     * A value that is not there.
     *
     * @param provenance of all that decides whether there is one
     * @param missing why an optional exchange is missing by it
     */
    static EvaluationException without(LocatedText source, int position, Provenance provenance, String missing) {
        return new EvaluationException(
                logged(source, position, "has no value", provenance),
                provenance,
                provenance.status(),
                "%s has no value, which depends on %s".formatted(place(source), provenance.shown()),
                missing);
    }

    /** A value that is not there, because an exchange that it needs is missing; {@code fault} says so to anybody. */
    static EvaluationException needing(LocatedText source, int position, Provenance provenance, String fault) {
        String logged = source.problem(position, "%s; in: %s".formatted(fault, source.text()));
        return new EvaluationException(logged, provenance, Status.BAD_GATEWAY, fault, fault);
    }

    /**
     * A value that is not what is expected.
     *
     * @param fault what is wrong, after the name of the key; for clients, too, so that it has nothing of the value
     */
    public static EvaluationException unusable(LocatedText source, String fault, Provenance provenance) {
        return unusable(source, fault, fault, provenance, provenance.status(), EXPRESSION_FAILED);
    }

    /** As above, with another fault for the log. */
    public static EvaluationException unusable(LocatedText source, String logged, String fault, Provenance provenance) {
        return unusable(source, logged, fault, provenance, provenance.status(), EXPRESSION_FAILED);
    }

    /**
     * As above, of an exchange.
     *
     * @param missing why an optional one is missing by it
     */
    public static EvaluationException unusable(
            LocatedText source, String fault, Provenance provenance, int status, String missing) {
        return unusable(source, fault, fault, provenance, status, missing);
    }

    /**
     * As above, of an exchange, with another fault for the log.
     *
     * @param missing why an optional one is missing by it
     */
    public static EvaluationException unusable(
            LocatedText source, String logged, String fault, Provenance provenance, String missing) {
        return unusable(source, logged, fault, provenance, provenance.status(), missing);
    }

    private static EvaluationException unusable(
            LocatedText source, String logged, String fault, Provenance provenance, int status, String missing) {
        return new EvaluationException(
                logged(source, 0, logged, provenance),
                provenance,
                status,
                "%s %s; the value comes from %s".formatted(place(source), fault, provenance.shown()),
                missing);
    }

    private static String logged(LocatedText source, int position, String fault, Provenance provenance) {
        return source.problem(position, "%s; due to %s; in: %s".formatted(fault, provenance, source.text()));
    }

    /** Returns the place for clients, such as {@code the exchange stock: path}. */
    static String place(LocatedText source) {
        List<String> key = source.key();
        for (int i = FIRST_KEY_OF_MASHUP; i < key.size(); i++) {
            if (key.get(i).equals(EXCHANGES) && i + 1 < key.size()) {
                return "the exchange %s: %s"
                        .formatted(key.get(i + 1), String.join(".", key.subList(i + 2, key.size())));
            }
            if (key.get(i).equals(REPLY)) {
                return "the reply: " + String.join(".", key.subList(i + 1, key.size()));
            }
        }
        return "the mashup";
    }

    /** Returns where the value comes from, which tells who is to blame. */
    public Provenance provenance() {
        return provenance;
    }

    /** Returns what the client gets if the mashup fails by it; null if that is nobody's fault but the configuration's. */
    @Nullable
    public Problem problem() {
        return problem;
    }

    /** Returns why the value of an exchange that is optional is missing, in words for anybody. */
    public String missing() {
        return missing;
    }
}
