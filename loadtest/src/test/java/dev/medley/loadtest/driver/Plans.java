package dev.medley.loadtest.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.LoadTrust;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/** Plans for tests. */
public final class Plans {

    public static final Duration SOON = Duration.ofSeconds(20);

    private Plans() {}

    public static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Stubs that speak {@code protocol}; a certificate of {@code authority} is used where it needs TLS. */
    public static PartnerStubs.Builder stubs(LoadProtocol protocol, CertificateAuthority authority) {
        PartnerStubs.Builder stubs = PartnerStubs.builder();
        return protocol == LoadProtocol.H2 ? stubs.tls(authority) : stubs;
    }

    /** A plan to GET {@code path}, with a timeout that a loaded machine keeps; any certificate is accepted. */
    public static LoadPlan.Builder get(URI server, String path) {
        return LoadPlan.to(server.resolve(path)).trust(LoadTrust.ANY).timeout(SOON);
    }

    public static LoadResult run(LoadPlan.Builder plan) {
        try {
            return LoadDriver.run(plan.build(), progress -> {});
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** As {@link #run}, where all of it must succeed. */
    public static LoadResult runWell(LoadPlan.Builder plan) {
        LoadResult result = run(plan);
        assertThat(result.total().messages()).isEmpty();
        assertThat(result.total().succeeded()).isEqualTo(result.total().started());
        assertThat(result.stopped()).isFalse();
        return result;
    }
}
