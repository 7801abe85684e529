package dev.medley.partner.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.Adaptation;
import dev.medley.partner.internal.limit.AdaptiveLimit;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ends of attempts that lower the limit of a partner, raise it, or say nothing of its load. */
class AdaptiveStageTest {

    private static final Duration FAST = Duration.ofMillis(50);

    private final ManualClock clock = ManualClock.inline();

    @Test
    void completedAttemptsRaiseTheLimitWhileLatencyStays() {
        assertThat(limitAfter(result(Kind.COMPLETED, Phase.RESPONDING, 200))).isGreaterThan(20);
    }

    @Test
    void aPartnerThatIsOverloadedLowersIt() {
        assertThat(limitAfter(result(Kind.COMPLETED, Phase.RESPONDING, 503))).isLessThan(20);
        assertThat(limitAfter(result(Kind.PARTNER_FAULT, Phase.CONNECTED, 0))).isLessThan(20);
        assertThat(limitAfter(result(Kind.REFUSED_UNPROCESSED, Phase.CONNECTED, 0)))
                .isLessThan(20);
    }

    @Test
    void aRateLimitOfTheWholeServerLowersItAndOneOfEachUserDoesNot() {
        AttemptResult tooMany = result(Kind.COMPLETED, Phase.RESPONDING, 429);
        assertThat(limitAfter(tooMany, true)).isLessThan(20);
        assertThat(limitAfter(tooMany, false)).isEqualTo(20);
    }

    @Test
    void attemptsThatSayNothingOfThePartnersLoadChangeNothing() {
        assertThat(limitAfter(result(Kind.PARTNER_FAULT, Phase.CONNECTING, 0))).isEqualTo(20);
        assertThat(limitAfter(result(Kind.PARTNER_FAULT, Phase.RESPONDING, 500)))
                .isEqualTo(20);
        assertThat(limitAfter(result(Kind.CANCELLED, Phase.CONNECTED, 0))).isEqualTo(20);
        assertThat(limitAfter(result(Kind.LOCAL_FAULT, Phase.CONNECTED, 0))).isEqualTo(20);
        assertThat(limitAfter(
                        new AttemptResult(Kind.PARTNER_FAULT, Sent.NO, Phase.CONNECTED, false, 0, FAST.toNanos())))
                .isEqualTo(20);
    }

    /** The limit after some windows of such results, begun at the initial one with attempts in flight. */
    private int limitAfter(AttemptResult result) {
        return limitAfter(result, false);
    }

    private int limitAfter(AttemptResult result, boolean sharedRateLimit) {
        Limiter fresh = new Limiter(Runnable::run, 1, 0);
        AdaptiveStage tested =
                new AdaptiveStage(new AdaptiveLimit(Adaptation.VEGAS, clock, fresh, 1000), sharedRateLimit);
        while (fresh.tryAcquire()) {
            // Until it is full.
        }
        for (int i = 0; i < 100; i++) {
            clock.advance(Duration.ofMillis(5));
            tested.onEnded(result);
        }
        return fresh.limit();
    }

    private static AttemptResult result(Kind kind, Phase phase, int status) {
        return new AttemptResult(kind, Sent.YES, phase, false, status, FAST.toNanos());
    }
}
