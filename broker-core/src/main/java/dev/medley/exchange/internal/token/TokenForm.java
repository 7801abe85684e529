package dev.medley.exchange.internal.token;

import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.partner.ClientAuthentication;
import dev.medley.partner.OAuth2Settings;
import dev.medley.partner.internal.credential.Credential;
import dev.medley.partner.internal.credential.SigningKey;
import dev.medley.partner.internal.credential.TokenRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The header fields and the body of token requests, by client credentials (RFC 6749, section 4.4.2) and token exchange (RFC 8693,
 * section 2.1). */
public final class TokenForm {

    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
    private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

    private TokenForm() {}

    /** Returns the header fields of {@code request}. */
    public static List<Header> fields(TokenRequest request) {
        OAuth2Settings settings = request.settings();
        Header json = new Header("Accept", "application/json");
        return settings.clientAuth() == ClientAuthentication.BASIC
                ? List.of(
                        json,
                        new Header(
                                "Authorization",
                                // Encoded first (RFC 6749, section 2.3.1).
                                Credential.basicValue(encoded(settings.clientId()), encoded(settings.clientSecret()))))
                : List.of(json);
    }

    /**
     * Returns the body of {@code request}.
     *
     * @param audience of a signed assertion: the address of the issuer's endpoint
     * @param now when the assertion is issued
     */
    public static RequestBody body(TokenRequest request, String audience, Instant now) {
        OAuth2Settings settings = request.settings();
        Map<String, String> form = new LinkedHashMap<>();
        String subject = request.subject();
        if (subject == null) {
            form.put("grant_type", "client_credentials");
        } else {
            form.put("grant_type", TOKEN_EXCHANGE);
            form.put("subject_token", subject);
            form.put("subject_token_type", ACCESS_TOKEN);
            form.put("requested_token_type", ACCESS_TOKEN);
        }
        if (!settings.scope().isEmpty()) {
            form.put("scope", String.join(" ", settings.scope()));
        }
        put(form, "audience", settings.audience());
        put(form, "resource", settings.resource());
        SigningKey key = request.key();
        if (key != null) {
            form.put("client_id", settings.clientId());
            form.put("client_assertion_type", ASSERTION_TYPE);
            form.put(
                    "client_assertion",
                    ClientAssertion.issue(key, settings.keyId(), settings.clientId(), audience, now));
        } else if (settings.clientAuth() == ClientAuthentication.POST) {
            form.put("client_id", settings.clientId());
            form.put("client_secret", settings.clientSecret());
        }
        String text = form.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return RequestBody.of("application/x-www-form-urlencoded", text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void put(Map<String, String> form, String name, @Nullable String value) {
        if (value != null) {
            form.put(name, value);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
