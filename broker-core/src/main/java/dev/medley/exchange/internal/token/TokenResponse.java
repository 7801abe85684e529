package dev.medley.exchange.internal.token;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.partner.internal.credential.TokenResult;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Reads the responses of issuers. */
public final class TokenResponse {

    /** Of a token whose issuer does not say it (RFC 6749, section 5.1). */
    private static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

    private static final Duration MAX_LIFETIME = Duration.ofDays(1);
    private static final double MILLIS = 1000;
    private static final int OK = 200;
    private static final int SHOWN = 200;

    private TokenResponse() {}

    /** Reads the response of an issuer (RFC 6749, sections 5.1 and 5.2). */
    public static TokenResult read(int status, byte[] body) {
        JsonNode response;
        try {
            response = Json.parse(body).tree();
        } catch (MalformedJsonException x) {
            return TokenResult.failed("status %d and no JSON".formatted(status));
        } catch (RuntimeException x) {
            // A number that is too large for Java.
            return TokenResult.failed("status %d and JSON that cannot be read".formatted(status));
        }
        if (status != OK) {
            String error = shown(response.path("error").asString(""));
            String description = shown(response.path("error_description").asString(""));
            return TokenResult.failed("status %d%s%s"
                    .formatted(
                            status,
                            error.isEmpty() ? "" : ", " + error,
                            description.isEmpty() ? "" : ": " + description));
        }
        String token = response.path("access_token").asString("");
        String type = response.path("token_type").asString("bearer").toLowerCase(Locale.ROOT);
        if (!isToken(token)) {
            return TokenResult.failed("no access_token of 1 to %d characters that a header field may have"
                    .formatted(TokenResult.MAX_TOKEN));
        }
        if (!type.equals("bearer")) {
            return TokenResult.failed("token_type %s, expected Bearer".formatted(shown(type)));
        }
        JsonNode seconds = response.path("expires_in");
        if (seconds.isMissingNode() || seconds.isNull()) {
            return new TokenResult(token, UNKNOWN_LIFETIME, "");
        }
        // Some issuers give the number as text.
        double given = seconds.asDouble(0);
        return given > 0
                ? new TokenResult(token, lifetime(given), "")
                : TokenResult.failed("expires_in %s, expected seconds above 0".formatted(shown(seconds.toString())));
    }

    private static Duration lifetime(double given) {
        return given >= MAX_LIFETIME.toSeconds() ? MAX_LIFETIME : Duration.ofMillis((long) (given * MILLIS));
    }

    /** The characters of RFC 6750, section 2.1, and those that issuers use besides: no blanks, no controls. */
    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.length() <= TokenResult.MAX_TOKEN
                && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    /** What comes from another host, for logs and replies. */
    private static String shown(String text) {
        String first = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        return first.chars().allMatch(c -> c >= ' ' && c < 0x7F) ? first : first.replaceAll("[^ -~]", "?");
    }
}
