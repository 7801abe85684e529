package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.raw.RawPartner;
import java.util.Set;
import java.util.stream.Collectors;

/** The threads of {@link PartnerStubs}, {@link RawPartner} and {@link FaultProxy} that are alive. */
public final class StubThreads {

    private StubThreads() {}

    /** Waits for those of earlier tests to end. */
    public static void awaitNone() {
        soon().untilAsserted(() -> assertThat(alive()).isEmpty());
    }

    public static Set<String> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("partner-stubs")
                        || name.startsWith("raw-partner")
                        || name.startsWith("fault-proxy"))
                .collect(Collectors.toSet());
    }
}
