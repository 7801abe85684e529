package dev.medley.server.internal.declared.plan;

import dev.medley.connection.internal.SecretNames;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.List;

/**
 * Header fields that identify the sender of a request, recognized by their names. A request without such a value would be
 * sent anonymously, and its response would be mistaken for the answer; so Medley does not send it.
 */
public final class Credentials {

    private static final String COOKIE = "Cookie";

    private Credentials() {}

    /**
     * Checks the values of a field, which is sent with each of them.
     *
     * @throws EvaluationException if it is a credential, and has no value, or one that is empty
     */
    static void check(String field, TextFormula template, List<String> texts, Scope scope, String exchange) {
        if (!isOne(field)) {
            return;
        }
        if (texts.isEmpty()) {
            throw template.without(scope, "the header field %s of the exchange %s".formatted(field, exchange));
        }
        if (texts.stream().anyMatch(template::isEmptied)) {
            Provenance provenance = template.provenance(scope);
            throw EvaluationException.unusable(
                    template.source(),
                    "is empty",
                    provenance,
                    provenance.status(),
                    "the header field %s of the exchange %s is empty".formatted(field, exchange));
        }
    }

    /** Returns whether the field of this name is one. */
    public static boolean isOne(String field) {
        return field.equalsIgnoreCase(COOKIE) || SecretNames.isSecret(field);
    }
}
