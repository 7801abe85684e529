package dev.medley.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BudgetTest {

    @Test
    void whatDoesNotFitEndsIt() {
        Budget budget = new Budget(10);
        assertThat(budget.take(6)).isTrue();
        assertThat(budget.isSpent()).isFalse();
        assertThat(budget.take(5)).isFalse();
        assertThat(budget.isSpent()).isTrue();
        assertThat(budget.take(1)).isFalse();
    }
}
