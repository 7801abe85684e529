package dev.medley.servlet.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The tokens of one client. Times are in nanoseconds: a token takes 10 to come back, a full bucket has five. */
class BucketTest {

    private static final long TOKEN = 10;
    private static final long BURST = 50;

    private final Bucket bucket = new Bucket(0);

    private long take(int tokens, long now) {
        return bucket.take(tokens, TOKEN, BURST, now);
    }

    @Test
    void aFullBucketHasItsBurstAndNoMore() {
        for (int i = 0; i < 5; i++) {
            assertThat(take(1, 0)).isZero();
        }
        assertThat(take(1, 0)).isEqualTo(10);
        assertThat(take(1, 9)).isEqualTo(1);
        assertThat(take(1, 10)).isZero();
        assertThat(take(1, 10)).isEqualTo(10);
    }

    @Test
    void aBucketDoesNotOverflow() {
        assertThat(take(5, 1_000_000)).isZero();
        assertThat(take(1, 1_000_000)).isEqualTo(10);
    }

    @Test
    void moreThanABurstIsNeverThere() {
        assertThat(take(6, 1_000)).isEqualTo(10);
        assertThat(take(6, 10_000)).isEqualTo(10);
    }

    @Test
    void whatIsChargedBeyondTheBucketIsMissingLater() {
        bucket.charge(8, TOKEN, BURST, 0);
        assertThat(take(1, 0)).isEqualTo(40);
        assertThat(take(1, 39)).isEqualTo(1);
        assertThat(take(1, 40)).isZero();
    }

    @Test
    void noMoreThanABurstIsMissing() {
        bucket.charge(Integer.MAX_VALUE, TOKEN, BURST, 0);
        bucket.charge(3, TOKEN, BURST, 0);
        assertThat(take(1, 0)).isEqualTo(60);
        assertThat(take(1, 60)).isZero();
    }

    @Test
    void whatIsGivenBackLateDoesNotOverflow() {
        take(2, 0);
        bucket.giveBack(2, TOKEN);
        bucket.giveBack(2, TOKEN);
        assertThat(take(5, 1_000)).isZero();
        assertThat(take(1, 1_000)).isEqualTo(10);
    }

    @Test
    void whatIsGivenBackIsThereAgain() {
        take(5, 0);
        bucket.giveBack(2, TOKEN);
        assertThat(take(3, 0)).isEqualTo(10);
        assertThat(take(2, 0)).isZero();
        assertThat(bucket.untilFull(0)).isEqualTo(50);
        assertThat(bucket.untilFull(60)).isZero();
    }

    @Test
    void aRateIsKeptOverALongTime() {
        int taken = 0;
        for (long now = 0; now < 600_000; now++) {
            taken += take(1, now) <= 0 ? 1 : 0;
        }
        assertThat(taken).isBetween(60_000, 60_005);
    }

    @Test
    void manyAtOnceGetWhatIsThereAndNoMore() throws InterruptedException {
        int threads = 8;
        int each = 2_000;
        Bucket shared = new Bucket(0);
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
                for (int n = 0; n < each; n++) {
                    if (shared.take(1, TOKEN, 1_000 * TOKEN, 0) <= 0) {
                        taken.incrementAndGet();
                    }
                }
            });
            thread.start();
            all.add(thread);
        }
        go.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(taken).hasValue(1_000);
    }

    @Test
    void aClientOfIpv6IsItsNetwork() {
        assertThat(ClientNetwork.of("192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(ClientNetwork.of("2001:db8:0:1::1")).isEqualTo(ClientNetwork.of("[2001:db8:0:1:ffff::2]"));
        assertThat(ClientNetwork.of("2001:db8:0:1::1")).isNotEqualTo(ClientNetwork.of("2001:db8:0:2::1"));
        assertThat(ClientNetwork.of("::ffff:192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(ClientNetwork.of("no address:")).isEqualTo("no address:");
    }
}
