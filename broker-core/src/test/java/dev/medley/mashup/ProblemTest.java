package dev.medley.mashup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {

    @ParameterizedTest
    @EnumSource
    void everyReasonHasItsStatus(Reason reason) {
        int expected = reason == Reason.NO_CAPACITY ? 503 : reason.outcome() == Outcome.EXPIRED ? 504 : 502;

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

    private static String text(Reply reply) {
        return new String(reply.body(), UTF_8);
    }
}
