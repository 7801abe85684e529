package dev.medley.server.internal.declared.plan;

import dev.medley.mashup.Reply;
import dev.medley.server.internal.declared.body.TextBody;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.EvaluationLog;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.NumberError;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import dev.medley.server.internal.declared.value.ValueKind;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a declared mashup, from the configuration. Immutable.
 *
 * @param body how its body is made
 * @param status expression; null for 200
 * @param headers header fields, by name
 * @param maxAge expression of the seconds for which caches may keep it; null for none
 * @param type media type
 * @param text what makes the bytes of the body; null if the type is of JSON
 * @param inputs exchanges whose values its expressions refer to
 * @param heavy whether its expressions may take long
 * @param failures the log of expressions by which the mashup fails, without being at fault
 * @param isDefault whether the body is that of a mashup which declares none
 */
public record ReplyPlan(
        Body body,
        @Nullable Formula status,
        Map<String, TextFormula> headers,
        @Nullable Formula maxAge,
        String type,
        @Nullable TextBody text,
        Set<String> inputs,
        boolean heavy,
        EvaluationLog failures,
        boolean isDefault) {

    /** The least status that a reply may have, and that of one which declares none. */
    public static final int FIRST_STATUS = 200;

    private static final byte[] NOTHING = {};
    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_REDIRECT = 300;
    private static final int LAST_REDIRECT = 399;
    private static final int LAST_STATUS = 599;

    /** A body in the making. */
    public interface Body {

        /** Returns the document. */
        Document document(Scope scope);
    }

    /** A body that is not composed here; parts of a reply have null for it. */
    public enum Elsewhere implements Body {
        /** That of the response to an exchange. */
        PASSED,
        /** The status says that there is none. */
        NONE;

        @Override
        public Document document(Scope scope) {
            return Document.ofTree(null);
        }
    }

    /**
     * Composes the reply, once all that it refers to has ended.
     *
     * @throws EvaluationException if an expression fails, or its value is not what is expected there
     */
    public Reply reply(Scope scope) {
        int code = status(scope);
        Reply reply = hasBody(code) ? withBody(scope) : Reply.bytes("", NOTHING);
        return withFields(reply.status(code), scope);
    }

    /** Returns whether the response to an exchange is passed on. */
    boolean isPassed() {
        return body == Elsewhere.PASSED;
    }

    /** Returns whether a reply of this status has a body: of a redirect that which is declared for it, and no other. */
    private boolean hasBody(int code) {
        return body != Elsewhere.NONE && !excludesBody(code) && !(isDefault && isRedirect(code));
    }

    /** Returns whether no reply of this status has a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
    public static boolean excludesBody(int code) {
        return code == NO_CONTENT || code == RESET_CONTENT || code == NOT_MODIFIED;
    }

    /** Returns whether a reply with this status tells where another one is (RFC 9110, section 15.4). */
    public static boolean isRedirect(int code) {
        return code >= FIRST_REDIRECT && code <= LAST_REDIRECT;
    }

    /**
     * Returns {@code given} with the header fields that are declared, each in place of those of its name.
     *
     * @throws EvaluationException as {@link #reply} does
     */
    public Reply withFields(Reply given, Scope scope) {
        Reply reply = given;
        for (Map.Entry<String, TextFormula> field : headers.entrySet()) {
            if (isPassed()) {
                reply = reply.without(field.getKey());
            }
            reply = withField(reply, field.getKey(), field.getValue(), scope);
        }
        return reply;
    }

    /** Returns a reply with one more of the header fields: with several of the name if the value is an array, with none for no value. */
    public static Reply withField(Reply reply, String name, TextFormula template, Scope scope) {
        Reply with = reply;
        for (String text : template.texts(scope)) {
            try {
                with = with.header(name, text);
            } catch (IllegalArgumentException x) {
                throw EvaluationException.unusable(
                        template.source(),
                        "has a character that no header field may have",
                        template.provenanceOfFault(scope, values -> HeaderCheck.isField(name, template.text(values))));
            }
        }
        return with;
    }

    private Reply withBody(Scope scope) {
        Document document = document(scope);
        if (text == null) {
            return Reply.json(document.json()).type(type);
        }
        byte[] bytes;
        try {
            bytes = text.bytes(document.tree());
        } catch (IllegalArgumentException x) {
            throw text.formula().unusable(scope, String.valueOf(x.getMessage()));
        }
        return Reply.bytes(type, bytes);
    }

    /** Returns the body. */
    public Document document(Scope scope) {
        return body.document(scope);
    }

    /** Returns the status. */
    public int status(Scope scope) {
        if (status == null) {
            return FIRST_STATUS;
        }
        Object value = status.evaluate(scope);
        if (isStatus(value)) {
            return (int) ((Number) Objects.requireNonNull(value)).doubleValue();
        }
        throw notANumber(status, scope, value, "a whole number from %d to %d".formatted(FIRST_STATUS, LAST_STATUS));
    }

    /** Returns the failure of an expression whose value is no number, or not the one that is expected. */
    static EvaluationException notANumber(Formula formula, Scope scope, @Nullable Object value, String expected) {
        return formula.unusable(
                scope, NumberError.of(value, expected), "is %s; expected %s".formatted(ValueKind.of(value), expected));
    }

    /** By its double: a partner's number may have an exponent that no whole number of any memory has. */
    public static boolean isStatus(@Nullable Object value) {
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        return number == Math.rint(number) && number >= FIRST_STATUS && number <= LAST_STATUS;
    }
}
