package dev.medley.loadtest.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BoundProcessTest {

    /** Waits on its standard input, for as long as this process lives. */
    private final ProcessBuilder waiting = new ProcessBuilder("cat");

    private final List<Thread> hooks = new ArrayList<>();
    private final List<String> done = new ArrayList<>();

    @Test
    void theEndOfThisProcessIsThatOfTheOtherAndWhatIsLeftIsDoneThen() throws Exception {
        Process process =
                BoundProcess.start(waiting, () -> done.add("after"), hooks::add).process();
        assertThat(process.isAlive()).isTrue();

        hooks.get(0).start();
        hooks.get(0).join();

        assertThat(process.isAlive()).isFalse();
        assertThat(done).containsExactly("after");
    }

    @Test
    void aProcessThatStartsWhileThisOneEndsIsEndedAtOnce() {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();

        assertThatThrownBy(() -> BoundProcess.start(waiting, () -> {}, hook -> {
                    throw new IllegalStateException("Shutdown in progress");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isSubsetOf(before);
    }
}
