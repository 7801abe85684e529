package dev.medley.server.internal.caller;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import java.util.List;

/** The replies to requests that are refused: what is wrong, and how a caller shows who it is (RFC 6750, section 3). */
final class Challenge {

    private static final String FIELD = "WWW-Authenticate";
    private static final String BEARER = "Bearer realm=\"medley\"";

    private final boolean tokens;
    /** Empty if there are no keys of the API. */
    private final String keyField;

    Challenge(boolean tokens, String keyField) {
        this.tokens = tokens;
        this.keyField = keyField;
    }

    /** The request does not show who sends it. */
    Reply missing() {
        return unauthorized("the caller is not known; expected " + expected(), "");
    }

    /** What the request shows is wrong. */
    Reply wrong(String error, boolean isOfToken) {
        return unauthorized(error, isOfToken ? ", error=\"invalid_token\", error_description=\"" + error + "\"" : "");
    }

    private Reply unauthorized(String detail, String errorOfToken) {
        Problem problem = Problem.of(Status.UNAUTHORIZED, detail);
        if (tokens) {
            problem = problem.header(FIELD, BEARER + errorOfToken);
        }
        if (!keyField.isEmpty()) {
            problem = problem.header(FIELD, "ApiKey realm=\"medley\", field=\"" + keyField + "\"");
        }
        if (!tokens && keyField.isEmpty()) {
            problem = problem.header(FIELD, "Certificate realm=\"medley\"");
        }
        return problem.header("Cache-Control", "no-store").toReply();
    }

    private String expected() {
        String key = keyField.isEmpty() ? "" : "a key in the field " + keyField;
        if (tokens) {
            return "a token in the field Authorization" + (key.isEmpty() ? "" : ", or " + key);
        }
        return key.isEmpty() ? "a certificate" : key;
    }

    /** The caller lacks scopes. */
    Reply lacksScopes(List<String> scopes) {
        String needed = String.join(" ", scopes);
        Problem problem = Problem.of(Status.FORBIDDEN, "the caller lacks a scope; expected " + needed);
        return (tokens
                        ? problem.header(FIELD, BEARER + ", error=\"insufficient_scope\", scope=\"" + needed + "\"")
                        : problem)
                .header("Cache-Control", "no-store")
                .toReply();
    }

    /** The caller has none of the roles. */
    Reply lacksRole(List<String> roles) {
        return Problem.of(Status.FORBIDDEN, "the caller has none of the roles " + String.join(", ", roles))
                .header("Cache-Control", "no-store")
                .toReply();
    }

    /** The caller lacks a claim, or that has another value. */
    static Reply lacksClaim(String claim) {
        return Problem.of(
                        Status.FORBIDDEN,
                        "the claim %s of the caller has none of the values that are needed".formatted(claim))
                .header("Cache-Control", "no-store")
                .toReply();
    }

    /** The condition is not true. */
    static Reply isNotTrue() {
        return Problem.of(Status.FORBIDDEN, "the caller may not make this request: the condition of access is not true")
                .header("Cache-Control", "no-store")
                .toReply();
    }

    /** What the request shows cannot be checked now. */
    static Reply unchecked(String error) {
        return Problem.of(Status.SERVICE_UNAVAILABLE, error)
                .header("Cache-Control", "no-store")
                .toReply();
    }
}
