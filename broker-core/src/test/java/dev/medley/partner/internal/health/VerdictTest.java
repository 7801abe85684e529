package dev.medley.partner.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, 200, GOOD",
        "COMPLETED, 404, GOOD",
        "COMPLETED, 429, GOOD",
        "COMPLETED, 503, FAULT",
        "PARTNER_FAULT, 0, FAULT",
        "PARTNER_FAULT, 200, FAULT",
        "REFUSED_UNPROCESSED, 0, FAULT",
        "EARLY_TIMEOUT, 0, NONE",
        "LOCAL_FAULT, 503, NONE",
        "CANCELLED, 0, NONE",
        "CONNECTION_GONE, 0, NONE"
    })
    void thePartnersFaultsAndTheChosenStatusesCountAndNeverTheCallersFaults(Kind kind, int status, Verdict verdict) {
        AttemptResult result = new AttemptResult(kind, Sent.MAYBE, Phase.RESPONDING, false, status, 1);
        assertThat(Verdict.of(result, Set.of(500, 503))).isEqualTo(verdict);
    }
}
