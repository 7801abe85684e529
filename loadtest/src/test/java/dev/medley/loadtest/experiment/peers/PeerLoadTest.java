package dev.medley.loadtest.experiment.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.stubs.PartnerStubs;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerLoadTest {

    private static final int BYTES = 1024;
    private static final Duration WINDOW = Duration.ofMillis(300);

    private final long pid = ProcessHandle.current().pid();

    @Test
    void aWindowCountsRepliesAndFindsThoseOfAnotherLength() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().port(0).start()) {
            URI target = stubs.uris().get(0).resolve("/partner/0?size=" + BYTES);
            PeerLoad load = new PeerLoad(pid, List.of(pid));
            PeerSetting setting =
                    new PeerSetting(PeerMode.rate, PartnerProtocol.HTTP_1_1, 1, 0, 100, 0, false, 25, true);

            PeerFigures right = load.run(target, setting, WINDOW, pid, BYTES).figures();
            PeerFigures wrong =
                    load.run(target, setting, WINDOW, pid, BYTES - 1).figures();

            assertThat(right.mashups()).isPositive();
            assertThat(right.errors()).isZero();
            assertThat(wrong.errors()).isEqualTo(1);
            assertThat(wrong.messages()).containsKey("replies of another length than the one that was checked");
        }
    }
}
