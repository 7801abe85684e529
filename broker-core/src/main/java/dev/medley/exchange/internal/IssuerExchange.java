package dev.medley.exchange.internal;

import dev.medley.connection.Header;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.token.TokenForm;
import dev.medley.exchange.internal.token.TokenResponse;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.credential.TokenFetch;
import dev.medley.partner.internal.credential.TokenRequest;
import dev.medley.partner.internal.credential.TokenResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the token requests of a broker's partners: each is an exchange with the issuer, of no mashup. */
final class IssuerExchange implements TokenFetch {

    private static final int MAX_RESPONSE = 64 * 1024;

    /** Those of responses that say why there is no token (RFC 6749, section 5.2), beside 200. */
    private static final int[] STATUSES = {200, 400, 401, 403, 429};

    private final DefaultBroker broker;

    IssuerExchange(DefaultBroker broker) {
        this.broker = broker;
    }

    @Override
    public void fetch(TokenRequest request, Consumer<TokenResult> whenEnded) {
        // On the pool, without the context of who needs it first: the cancellation of that mashup is not for the
        // others.
        broker.pool().execute(() -> start(request, whenEnded));
    }

    private void start(TokenRequest request, Consumer<TokenResult> whenEnded) {
        try {
            DefaultExchangeBuilder exchange = broker.exchange(request.issuer());
            PartnerSettings issuer = exchange.partner().settings();
            exchange.post(request.settings().path());
            for (Header field : TokenForm.fields(request)) {
                exchange.header(field.name(), field.value());
            }
            exchange.body(TokenForm.body(
                            request,
                            audience(issuer, request.settings().path()),
                            broker.clock().instant()))
                    .accept(STATUSES)
                    .maxBody(MAX_RESPONSE)
                    .internal()
                    .start()
                    .response()
                    .whenComplete((response, failure) -> whenEnded.accept(result(response, failure)));
        } catch (RuntimeException x) {
            whenEnded.accept(TokenResult.failed(String.valueOf(x.getMessage())));
        }
    }

    /** The address of the issuer's endpoint (RFC 7523, section 3). */
    private static String audience(PartnerSettings issuer, String path) {
        return "%s://%s%s%s"
                .formatted(issuer.url().getScheme(), issuer.url().getRawAuthority(), Connecting.basePath(issuer), path);
    }

    private static TokenResult result(@Nullable PartnerResponse response, @Nullable Throwable failure) {
        if (response != null) {
            return TokenResponse.read(response.status(), response.body());
        }
        return TokenResult.failed(
                failure == null
                        ? "no response"
                        : String.valueOf(BrokerStage.unwrapped(failure).getMessage()));
    }
}
