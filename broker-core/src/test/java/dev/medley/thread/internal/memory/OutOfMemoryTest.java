package dev.medley.thread.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {

    private final List<OutOfMemoryError> reported = new ArrayList<>();

    @BeforeEach
    void own() {
        OutOfMemory.onError(reported::add);
    }

    @AfterEach
    void disown() {
        OutOfMemory.onError(error -> {});
    }

    @Test
    void anErrorAmongTheCausesIsReported() {
        OutOfMemoryError error = new OutOfMemoryError("Cannot reserve 16384 bytes of direct buffer memory");

        OutOfMemory.report(new IllegalStateException(new RuntimeException(error)));

        assertThat(reported).containsExactly(error);
    }

    @Test
    void otherFailuresAreNot() {
        RuntimeException circle = new RuntimeException("a");
        circle.initCause(new IllegalStateException(circle));

        OutOfMemory.report(null);
        OutOfMemory.report(new StackOverflowError());
        OutOfMemory.report(circle);

        assertThat(reported).isEmpty();
    }
}
