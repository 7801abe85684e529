package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldCallsTest {

    private final List<String> calls = new ArrayList<>();
    private final HeldCalls held = new HeldCalls();

    @Test
    void callsThatAreHeldRunInOrderWhenTheyAreReleased() {
        held.run(() -> calls.add("a"));
        held.run(() -> calls.add("b"));
        assertThat(calls).isEmpty();
        held.release(() -> calls.add("first"));
        assertThat(calls).containsExactly("first", "a", "b");
    }

    @Test
    void aCallRunsAtOnceWhenTheyHaveBeenReleased() {
        held.release(() -> {});
        held.run(() -> calls.add("a"));
        assertThat(calls).containsExactly("a");
    }

    @Test
    void aCallThatComesDuringTheReleaseRunsBehindThoseThatWereHeld() {
        held.run(() -> held.run(() -> calls.add("nested")));
        held.run(() -> calls.add("second"));
        held.release(() -> {});
        assertThat(calls).containsExactly("second", "nested");
    }

    @Test
    void theSecondReleaseDoesNothing() {
        held.release(() -> calls.add("first"));
        held.release(() -> calls.add("second"));
        assertThat(calls).containsExactly("first");
    }
}
