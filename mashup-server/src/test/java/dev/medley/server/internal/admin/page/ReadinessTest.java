package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadinessTest {

    private final Readiness readiness = new Readiness();

    @Test
    void aServerIsStartingUntilItIsReady() {
        assertThat(readiness.state()).isEqualTo(Readiness.State.STARTING);

        readiness.ready();

        assertThat(readiness.state()).isEqualTo(Readiness.State.READY);
    }

    @Test
    void aDrainingServerIsNeverReadyAgain() {
        readiness.ready();
        readiness.draining();
        readiness.ready();

        assertThat(readiness.state()).isEqualTo(Readiness.State.DRAINING);
    }

    @Test
    void aServerThatIsStoppedBeforeItIsReadyIsDraining() {
        readiness.draining();
        readiness.ready();

        assertThat(readiness.state()).isEqualTo(Readiness.State.DRAINING);
    }
}
