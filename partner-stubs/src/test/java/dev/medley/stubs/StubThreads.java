package dev.medley.stubs;

import java.util.Set;
import java.util.stream.Collectors;

/** The threads of {@link PartnerStubs} and {@link RawPartner} that are alive. */
final class StubThreads {

    private StubThreads() {}

    static Set<String> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("partner-stubs") || name.startsWith("raw-partner"))
                .collect(Collectors.toSet());
    }
}
