package dev.medley.loadtest.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/** Plans for tests. */
final class Plans {

    static final Duration SOON = Duration.ofSeconds(20);

    private Plans() {}

    static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A plan to GET {@code path}, with a timeout that a loaded machine keeps. */
    static LoadPlan.Builder get(URI server, String path) {
        return LoadPlan.to(server.resolve(path)).timeout(SOON);
    }

    static LoadResult run(LoadPlan.Builder plan) {
        try {
            return LoadDriver.run(plan.build(), progress -> {});
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** As {@link #run}, where all of it must succeed. */
    static LoadResult runWell(LoadPlan.Builder plan) {
        LoadResult result = run(plan);
        assertThat(result.total().messages()).isEmpty();
        assertThat(result.total().succeeded()).isEqualTo(result.total().started());
        assertThat(result.stopped()).isFalse();
        return result;
    }
}
