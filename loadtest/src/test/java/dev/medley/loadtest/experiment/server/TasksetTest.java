package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TasksetTest {

    @Test
    void theCoresAreReadFromTheStatusOfTheProcess() {
        assertThat(Taskset.allowedCores(List.of("Name:\tjava", "Cpus_allowed:\t27", "Cpus_allowed_list:\t0-2,5")))
                .containsExactly(0, 1, 2, 5);
        assertThat(Taskset.allowedCores(List.of("Cpus_allowed_list:\t3"))).containsExactly(3);
    }

    @Test
    void aSystemThatDoesNotListThemHasNone() {
        assertThat(Taskset.allowedCores(List.of("Name:\tjava"))).isEmpty();
    }
}
