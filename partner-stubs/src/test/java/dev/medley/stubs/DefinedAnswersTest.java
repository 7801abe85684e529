package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.DefinedAnswers.Definition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DefinedAnswersTest {

    private static final int TIMES = 20_000;

    private final Definition definition =
            new Definition(AnswerTarget.of("GET", "/users/7"), new AnswerSequence(StubAnswer.status(200)));
    private final DefinedAnswers answers = new DefinedAnswers(List.of(definition));

    @Test
    void aRequestFindsAnAnswerWhileAnotherReplacesIt() {
        assertFoundDuring(() -> answers.put(definition));
    }

    @Test
    void aRequestFindsAnAnswerDuringAReset() {
        assertFoundDuring(() -> answers.reset(List.of(definition)));
    }

    private void assertFoundDuring(Runnable change) {
        CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < TIMES; i++) {
                change.run();
            }
        });
        do {
            assertThat(answers.find("GET", "/users/7", null)).isNotNull();
        } while (!changes.isDone());
        changes.join();
    }
}
