package dev.medley.partner.internal.credential;

import static dev.medley.partner.internal.credential.TokenState.FAILED;
import static dev.medley.partner.internal.credential.TokenState.FETCHING;
import static dev.medley.partner.internal.credential.TokenState.HELD;
import static dev.medley.partner.internal.credential.TokenState.NONE;
import static dev.medley.partner.internal.credential.TokenState.RENEWING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The transitions of a token of an issuer. */
class TokenStateTest {

    @Test
    void theseTransitionsAndNoOthersAreAllowed() {
        Map<TokenState, Set<TokenState>> allowed = Arrays.stream(TokenState.values())
                .collect(Collectors.toMap(
                        state -> state,
                        state -> Arrays.stream(TokenState.values())
                                .filter(state::mayBecome)
                                .collect(Collectors.toSet())));
        assertThat(allowed)
                .containsOnly(
                        Map.entry(NONE, Set.of(FETCHING)),
                        Map.entry(FETCHING, Set.of(HELD, FAILED)),
                        Map.entry(HELD, Set.of(RENEWING, FETCHING, NONE)),
                        Map.entry(RENEWING, Set.of(HELD, FETCHING)),
                        Map.entry(FAILED, Set.of(FETCHING)));
    }
}
