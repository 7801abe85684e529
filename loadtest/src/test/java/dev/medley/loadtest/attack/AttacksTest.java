package dev.medley.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttacksTest {

    @Test
    void thereAreThirtyAtLeastWithNamesOfTheirOwn() {
        assertThat(Attacks.all()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(Attacks.all()).extracting(Attack::name).doesNotHaveDuplicates();
    }

    @Test
    void theShortFormHasSomeOfThem() {
        assertThat(Attacks.quick())
                .hasSizeBetween(8, 15)
                .allMatch(attack -> Attacks.named(attack.name()).isPresent());
    }

    @ParameterizedTest
    @MethodSource("dev.medley.loadtest.attack.Attacks#all")
    void eachKeepsToTheNumberOfConnectionsAndSendsInPieces(Attack attack) {
        assertThat(attack.connections()).isBetween(1, Attack.MAX_CONNECTIONS);
        Script script = attack.script().get();
        Outgoing out = new Outgoing();
        for (int round = 0; round < 3; round++) {
            script.next(out.clear());
            assertThat(out.size()).isLessThanOrEqualTo(2 << 20);
        }
    }
}
