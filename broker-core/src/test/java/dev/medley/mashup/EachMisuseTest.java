package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.Exchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong uses of each and race fail, and say why. */
class EachMisuseTest {

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final Mashup mashup = bench.mashup();

    @Test
    void aConcurrencyBelowOneIsRefused() {
        assertThatThrownBy(() -> mashup.each(List.of(1), 0, CompletableFuture::completedFuture))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is 0, expected at least 1");
    }

    @Test
    void aFunctionThatReturnsNullFailsTheResult() {
        assertThat(failure(mashup.eachOptional(List.of(1, 2), 1, item -> null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the function returned null for item 0, expected a stage");
    }

    @Test
    void aFunctionThatThrowsFailsTheResult() {
        IllegalStateException thrown = new IllegalStateException("test");

        assertThat(failure(mashup.each(List.of(1, 2), 1, item -> {
                    throw thrown;
                })))
                .isSameAs(thrown);
    }

    @Test
    void aRaceOfNothingIsRefused() {
        assertThatThrownBy(() -> mashup.race(new Exchange[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a race without branches");
    }

    @Test
    void aBranchOfARaceThatIsNullFailsTheResult() {
        assertThat(failure(mashup.<Object>race(() -> null)))
                .hasMessage("the function returned null for branch 0 of a race, expected a stage");
    }
}
