package dev.medley.exchange;

import dev.medley.connection.internal.ResponseLimits;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.json.JsonLimits;
import dev.medley.thread.internal.Soon;
import java.time.Duration;

/** Options of exchanges that a test makes by hand. */
final class TestOptions {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private TestOptions() {}

    /** Patient ones, for a response that has to be JSON or may be anything. */
    static ExchangeOptions patient(boolean expectJson) {
        return of(MINUTE, Soon.PATIENCE, expectJson);
    }

    static ExchangeOptions of(Duration attempt, Duration connect, boolean expectJson) {
        return new ExchangeOptions(
                MINUTE,
                attempt,
                connect,
                MINUTE,
                1 << 20,
                expectJson,
                null,
                JsonLimits.DEFAULT,
                false,
                ResponseLimits.DEFAULT,
                false,
                0,
                ExchangeOptions.OF_PARTNER,
                ExchangeOptions.OF_PARTNER,
                null);
    }
}
