package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupEvery;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.routing.MashupDescription;
import jakarta.servlet.annotation.WebServlet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class MashupEveryMisuseTest {

    @SuppressWarnings("serial")
    private abstract static class Rates extends MashupServlet {

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("1"));
        }
    }

    @WebServlet("/rates")
    @MashupEvery("5m")
    @SuppressWarnings("serial")
    private static final class Right extends Rates {}

    @WebServlet("/rates")
    @MashupEvery("5 minutes")
    @SuppressWarnings("serial")
    private static final class NoDuration extends Rates {}

    @WebServlet("/rates")
    @MashupEvery("10ms")
    @SuppressWarnings("serial")
    private static final class TooShort extends Rates {}

    @WebServlet("/rates/*")
    @MashupPath("/rates/{base}")
    @MashupEvery("5m")
    @SuppressWarnings("serial")
    private static final class WithVariable extends Rates {}

    @WebServlet("/rates")
    @MashupMethods({"GET", "POST"})
    @MashupEvery("5m")
    @SuppressWarnings("serial")
    private static final class WithPost extends Rates {}

    private static void assertRefused(Class<?> mashup, String message) {
        assertThatThrownBy(() -> MashupDescription.of(mashup))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(mashup.getName() + ": " + message);
    }

    @Test
    void theIntervalIsReadAndTheJitterIsATenthOfIt() {
        assertThat(MashupDescription.of(Right.class).schedule()).satisfies(schedule -> {
            assertThat(schedule.every()).isEqualTo(Duration.ofMinutes(5));
            assertThat(schedule.jitter()).isEqualTo(Duration.ofSeconds(30));
        });
    }

    @Test
    void aWrongIntervalIsRefused() {
        assertThatThrownBy(() -> MashupDescription.of(NoDuration.class))
                .hasMessageContaining("@MashupEvery(value = \"5 minutes\"): ");
        assertRefused(TooShort.class, "@MashupEvery is 10ms; expected 1s or more");
    }

    @Test
    void aMashupWithVariablesOrOtherMethodsIsRefused() {
        assertRefused(
                WithVariable.class,
                "@MashupEvery and @MashupPath cannot be combined; expected a path of @WebServlet alone");
        assertThatThrownBy(() -> MashupDescription.of(WithPost.class))
                .hasMessageContaining("@MashupEvery is for mashups that answer GET alone, found @MashupMethods");
    }

    @Test
    void anotherMappingThanOnePathIsRefused() {
        MashupDescription right = MashupDescription.of(Right.class);

        for (List<String> mappings : List.of(List.of("/rates/*"), List.of("/rates", "/kurse"))) {
            assertThatThrownBy(() -> right.checkMappings(mappings))
                    .hasMessage(Right.class.getName() + ": @MashupEvery needs one path without *, found "
                            + String.join(", ", mappings));
        }
    }
}
