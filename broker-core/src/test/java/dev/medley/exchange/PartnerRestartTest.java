package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 57: a partner restarts, and all idle connections are stale at once. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class PartnerRestartTest {

    private static final int CONNECTIONS = 50;

    @RegisterExtension
    final BrokerRig rig;

    PartnerRestartTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest(name = "retries {0}")
    @ValueSource(ints = {1, 3})
    void noGetFailsAfterARestartWhoeverSeesTheEndOfItsConnectionFirst(int retries) {
        PartnerStubs first = rig.stubs();
        rig.start(at(first.uri()).retries(retries));
        getAll();
        int port = first.port();
        first.close();
        PartnerStubs second = rig.stubs(PartnerStubs.builder().port(port));
        getAll();
        assertThat(second.requests()).isEqualTo(CONNECTIONS);
        assertThat(rig.partner().resends().refusedByBudget()).isZero();
    }

    private void getAll() {
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            exchanges.add(rig.get("/partner/" + i + "?delay=20"));
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        Soon.until("all are idle", () -> rig.partner().permitsUsed() == 0);
    }
}
