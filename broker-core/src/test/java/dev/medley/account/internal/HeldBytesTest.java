package dev.medley.account.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeldBytesTest {

    private static final int TIMES = 2_000_000;

    private final HeldBytes held = new HeldBytes(400);
    private final AtomicInteger relieved = new AtomicInteger();

    @Test
    void aRefusalTakesNothingFromTheBudgetOfOthers() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Void> greedy = CompletableFuture.runAsync(() -> {
            started.countDown();
            while (!done.get()) {
                held.reserve(401);
            }
        });
        started.await();
        int refused = 0;
        for (int i = 0; i < TIMES; i++) {
            if (held.reserve(1)) {
                held.release(1);
            } else {
                refused++;
            }
        }
        done.set(true);
        greedy.join();
        assertThat(refused).isZero();
        assertThat(held.used()).isZero();
    }

    @Test
    void oneAccountHasThreeQuartersAndOthersTheirSharesOfTheRest() {
        ClientAccount greedy = held.newAccount();
        assertThat(greedy.reserve(300)).isTrue();
        assertThat(greedy.reserve(1)).as("beyond three quarters").isFalse();
        ClientAccount second = held.newAccount();
        ClientAccount third = held.newAccount();
        assertThat(second.reserve(30)).isTrue();
        assertThat(third.reserve(30)).isTrue();
        assertThat(third.reserve(10)).as("40 of the 33 that are its share").isFalse();
        assertThat(held.used()).isEqualTo(360);
    }

    @Test
    void anAccountThatHoldsNothingHasNoShare() {
        ClientAccount gone = held.newAccount();
        assertThat(gone.reserve(50)).isTrue();
        gone.release(50);
        ClientAccount other = held.newAccount();
        assertThat(other.reserve(300)).isTrue();
        assertThat(held.share()).isEqualTo(100);
    }

    @Test
    void theCommonAccountMayHaveAll() {
        assertThat(held.common().reserve(400)).isTrue();
        assertThat(held.common().reserve(1)).isFalse();
        assertThat(held.common().isInDebt()).isFalse();
    }

    @Test
    void whatIsHeldAlreadyCountsBeyondTheBudgetAndPutsItsAccountInDebt() {
        ClientAccount account = held.newAccount();
        account.take(1000);
        assertThat(held.used()).isEqualTo(1000);
        assertThat(account.isInDebt()).isTrue();
        assertThat(account.holdsTooMuch()).isTrue();
        account.release(1000);
        assertThat(account.isInDebt()).isFalse();
        assertThat(account.holdsTooMuch()).isFalse();
        assertThat(account.held()).isZero();
        assertThat(held.used()).isZero();
    }

    @Test
    void reliefIsCalledAsTheBudgetBecomesScarceAndAtEachRefusal() {
        held.onScarce(relieved::incrementAndGet);
        ClientAccount account = held.newAccount();
        account.reserve(300);
        assertThat(relieved).hasValue(0);
        account.take(1);
        assertThat(relieved).hasValue(1);
        account.take(1);
        assertThat(relieved).as("scarce already").hasValue(1);
        account.reserve(1);
        assertThat(relieved).hasValue(2);
        held.common().reserve(1000);
        assertThat(relieved).hasValue(3);
    }

    @Test
    void anAccountIsNotInDebtForPermitsThatOnlyItsOwnAttemptsWaitFor() {
        PermitShares shares = new PermitShares(() -> 4);
        ClientAccount account = held.newAccount();
        begin(account, shares, 20);
        account.permitAwaited(shares);
        assertThat(account.isGreedy(shares)).isTrue();
        assertThat(account.isInDebt()).isFalse();

        ClientAccount other = held.newAccount();
        begin(other, shares, 1);
        other.permitAwaited(shares);
        assertThat(account.isInDebt()).isTrue();
        assertThat(account.holdsTooMuch()).isFalse();
        assertThat(other.isInDebt()).isFalse();

        other.permitNotAwaited(shares);
        assertThat(account.isInDebt()).isFalse();
    }

    @Test
    void whatIsScarceAtOnePartnerIsNoDebtOfThoseWhoseAttemptsAreAtAnother() {
        PermitShares free = new PermitShares(() -> 1000);
        PermitShares full = new PermitShares(() -> 2);
        ClientAccount account = held.newAccount();
        begin(account, free, 40);
        ClientAccount other = held.newAccount();
        begin(other, full, 1);
        other.permitAwaited(full);
        assertThat(account.isInDebt()).isFalse();
        assertThat(account.isGreedy(free)).isFalse();
    }

    @Test
    void theShareOfAClientIsOneOfThoseThatHaveAttempts() {
        PermitShares shares = new PermitShares(() -> 100);
        ClientAccount first = held.newAccount();
        begin(first, shares, 40);
        assertThat(shares.share()).isEqualTo(100);
        assertThat(first.isGreedy(shares)).isFalse();
        ClientAccount second = held.newAccount();
        begin(second, shares, 1);
        begin(held.newAccount(), shares, 1);
        assertThat(shares.share()).isEqualTo(33);
        assertThat(first.isGreedy(shares)).isTrue();
        second.attemptEnds(shares);
        assertThat(shares.share()).isEqualTo(50);
        for (int i = 0; i < 40; i++) {
            first.attemptEnds(shares);
        }
        assertThat(first.isGreedy(shares)).isFalse();
        assertThat(shares.share()).isEqualTo(100);
    }

    private static void begin(ClientAccount account, PermitShares shares, int attempts) {
        for (int i = 0; i < attempts; i++) {
            account.attemptBegins(shares);
        }
    }
}
