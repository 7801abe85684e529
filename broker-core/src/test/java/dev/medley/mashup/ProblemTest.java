package dev.medley.mashup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.Header;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {

    @ParameterizedTest
    @EnumSource
    void everyReasonHasItsStatus(Reason reason) {
        boolean unavailable = reason == Reason.NO_CAPACITY || reason == Reason.NO_ENDPOINT;
        int expected = unavailable ? 503 : reason.outcome() == Outcome.EXPIRED ? 504 : 502;

        assertThat(Problem.of(reason, "shop", ExchangeState.WAITING))
                .isEqualTo(new Problem(expected, "partner shop: " + reason.label(), "shop", "waiting"));
    }

    @Test
    void aProblemIsAProblemDocument() {
        Reply reply = Problem.of(Reason.TIMEOUT, "shop", ExchangeState.BODY).toReply();

        assertThat(reply.status()).isEqualTo(504);
        assertThat(reply.type()).isEqualTo("application/problem+json");
        assertThat(text(reply))
                .isEqualTo("{\"title\":\"Gateway Timeout\",\"status\":504,\"detail\":\"partner shop: timeout\","
                        + "\"partner\":\"shop\",\"phase\":\"body\"}");
        assertThat(reply.headers()).isEmpty();
    }

    @Test
    void aProblemWithoutAPartnerNamesNone() {
        assertThat(text(Problem.of(404, "there is no such city").toReply()))
                .isEqualTo("{\"title\":\"Not Found\",\"status\":404,\"detail\":\"there is no such city\"}");
    }

    @Test
    void whatIsUnavailableMayBeAskedForAgain() {
        assertThat(Problem.of(503, "later").toReply().headers()).containsExactly(new Header("Retry-After", "1"));
    }

    @Test
    void theDetailIsWrittenAsJson() {
        assertThat(text(Problem.of(400, "the parameter c is '\"\n'").toReply()))
                .contains("\"detail\":\"the parameter c is '\\\"\\n'\"");
    }

    @Test
    void anExceptionsHeaderFieldsAreThoseOfTheReply() {
        ProblemException thrown = new ProblemException(401, "no token")
                .header("WWW-Authenticate", "Bearer")
                .header("Vary", "Authorization");

        assertThat(thrown.problem().toReply().headers())
                .containsExactly(new Header("WWW-Authenticate", "Bearer"), new Header("Vary", "Authorization"));
        assertThat(thrown.problem().toReply().type()).isEqualTo("application/problem+json");
    }

    @Test
    void aTimeToRetryThatIsGivenReplacesTheUsualOne() {
        assertThat(new ProblemException(503, "later")
                        .header("retry-after", "30")
                        .problem()
                        .toReply()
                        .headers())
                .containsExactly(new Header("retry-after", "30"));
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Type, text/plain, header Content-Type is derived from the reply's type and body",
        "no token, Bearer, header name 'no token' is not a token",
        "WWW-Authenticate, Bear\u20ACr, header WWW-Authenticate has the character U+20AC in its value"
    })
    void aHeaderFieldThatNoReplyCanHaveIsRefused(String name, String value, String message) {
        assertThatThrownBy(() -> new ProblemException(401, "no token").header(name, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static String text(Reply reply) {
        return new String(reply.body(), UTF_8);
    }
}
