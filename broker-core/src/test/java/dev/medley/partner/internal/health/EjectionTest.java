package dev.medley.partner.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.EjectionSettings;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EjectionTest {

    private static final Duration EJECTED = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final EjectionSettings SETTINGS = EjectionSettings.builder()
            .consecutiveFaults(3)
            .excessFaultRate(30)
            .interval(INTERVAL)
            .minAttempts(10)
            .duration(EJECTED)
            .maxShare(50)
            .build();

    private final ManualClock clock = ManualClock.inline();
    private final AtomicInteger changes = new AtomicInteger();
    private final Ejections ejections = new Ejections(SETTINGS, clock, changes::incrementAndGet);

    @Test
    void faultsInARowEject() {
        List<Ejection> three = members(3);
        Ejection failing = three.get(0);
        run(failing, Verdict.FAULT, 2);
        run(failing, Verdict.GOOD, 1);
        run(failing, Verdict.FAULT, 2);
        run(failing, Verdict.NONE, 5);
        assertThat(failing.state()).isEqualTo(EjectionState.IN_USE);
        run(failing, Verdict.FAULT, 1);
        assertThat(failing.state()).isEqualTo(EjectionState.EJECTED);
        assertThat(failing.admits()).isFalse();
        assertThat(failing.start()).isFalse();
        assertThat(changes).hasValue(1);
        assertThat(failing.ejected()).isOne();
    }

    @Test
    void afterItsTimeOneAttemptIsItsTrialAndAFaultEjectsForLonger() {
        Ejection failing = ejected(members(3).get(0));
        clock.advance(EJECTED);
        assertThat(failing.admits()).isTrue();
        assertThat(failing.start()).isTrue();
        assertThat(failing.state()).isEqualTo(EjectionState.ON_TRIAL);
        assertThat(failing.start()).as("a second attempt beside the trial").isFalse();
        failing.ended(Verdict.FAULT);
        assertThat(failing.state()).isEqualTo(EjectionState.EJECTED);
        clock.advance(EJECTED);
        assertThat(failing.admits()).as("ejected for twice as long").isFalse();
        clock.advance(EJECTED);
        assertThat(failing.admits()).isTrue();
        assertThat(failing.ejected()).isEqualTo(2);
    }

    @Test
    void aTrialThatSaysNothingIsFollowedByAnother() {
        Ejection failing = ejected(members(3).get(0));
        clock.advance(EJECTED);
        failing.start();
        failing.ended(Verdict.NONE);
        assertThat(failing.admits()).isTrue();
        assertThat(failing.start()).isTrue();
        failing.ended(Verdict.GOOD);
        assertThat(failing.state()).isEqualTo(EjectionState.IN_USE);
        assertThat(changes).as("ejected, and back").hasValue(2);
    }

    @Test
    void oneThatFailsAgainSoonIsEjectedForLongerAndLaterForAsLongAsFirst() {
        Ejection failing = ejected(members(3).get(0));
        returned(failing, EJECTED);
        ejected(failing);
        returned(failing, EJECTED.multipliedBy(2));
        clock.advance(EJECTED.multipliedBy(3));
        ejected(failing);
        returned(failing, EJECTED);
    }

    @Test
    void notMoreThanTheShareAreEjected() {
        List<Ejection> four = members(4);
        four.forEach(each -> run(each, Verdict.FAULT, 5));
        assertThat(four)
                .extracting(Ejection::state)
                .filteredOn(EjectionState.EJECTED::equals)
                .hasSize(2);
        four.get(0).remove();
        run(four.get(2), Verdict.FAULT, 1);
        assertThat(four.get(2).state()).as("one of three may be").isEqualTo(EjectionState.IN_USE);
    }

    @Test
    void ofTwoOneMayBeEjectedAndTheOnlyOneNever() {
        List<Ejection> two = members(2);
        two.forEach(each -> run(each, Verdict.FAULT, 5));
        assertThat(two).extracting(Ejection::state).containsExactly(EjectionState.EJECTED, EjectionState.IN_USE);
        Ejections alone = new Ejections(SETTINGS, clock, changes::incrementAndGet);
        Ejection only = alone.add("only");
        run(only, Verdict.FAULT, 50);
        assertThat(only.state()).isEqualTo(EjectionState.IN_USE);
    }

    @Test
    void aFaultRateAboveThatOfTheOthersEjects() {
        List<Ejection> three = members(3);
        for (int i = 0; i < 20; i++) {
            run(three.get(0), i % 2 == 0 ? Verdict.FAULT : Verdict.GOOD, 1);
            run(three.get(1), Verdict.GOOD, 1);
            run(three.get(2), Verdict.GOOD, 1);
        }
        assertThat(three.get(0).state()).isEqualTo(EjectionState.IN_USE);
        clock.advance(INTERVAL);
        run(three.get(1), Verdict.GOOD, 1);
        assertThat(three.get(0).state()).isEqualTo(EjectionState.EJECTED);
        assertThat(three.get(1).state()).isEqualTo(EjectionState.IN_USE);
    }

    @Test
    void whereAllFailAlikeNoneStandsOut() {
        List<Ejection> three = members(3);
        for (int i = 0; i < 20; i++) {
            int turn = i;
            three.forEach(each -> run(each, turn % 2 == 0 ? Verdict.FAULT : Verdict.GOOD, 1));
        }
        clock.advance(INTERVAL);
        run(three.get(0), Verdict.GOOD, 1);
        assertThat(three).extracting(Ejection::state).containsOnly(EjectionState.IN_USE);
    }

    @Test
    void threadsThatRaceNeverEjectMoreThanTheShareAndLeaveNothingCounted() throws InterruptedException {
        List<Ejection> six = members(6);
        List<Thread> threads = Stream.generate(() -> new Thread(() -> IntStream.range(0, 20_000)
                        .forEach(i -> race(six.get(ThreadLocalRandom.current().nextInt(six.size()))))))
                .limit(4)
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(six.stream().filter(each -> each.state().isOut()).count()).isLessThanOrEqualTo(3);
        clock.advance(EJECTED.multipliedBy(10));
        for (Ejection each : six) {
            if (each.state() != EjectionState.IN_USE) {
                assertThat(each.start()).isTrue();
                each.ended(Verdict.GOOD);
            }
        }
        six.forEach(each -> run(each, Verdict.FAULT, 3));
        assertThat(six)
                .extracting(Ejection::state)
                .filteredOn(EjectionState.EJECTED::equals)
                .hasSize(3);
    }

    private void race(Ejection one) {
        clock.advance(Duration.ofMillis(1));
        if (one.start()) {
            one.ended(ThreadLocalRandom.current().nextInt(4) == 0 ? Verdict.GOOD : Verdict.FAULT);
        }
    }

    private List<Ejection> members(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> ejections.add("endpoint " + i))
                .toList();
    }

    private static Ejection ejected(Ejection member) {
        run(member, Verdict.FAULT, 3);
        assertThat(member.state()).isEqualTo(EjectionState.EJECTED);
        return member;
    }

    /** Is ejected for {@code time} and not less, and comes back. */
    private void returned(Ejection member, Duration time) {
        clock.advance(time.minusMillis(1));
        assertThat(member.admits()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(member.start()).isTrue();
        member.ended(Verdict.GOOD);
        assertThat(member.state()).isEqualTo(EjectionState.IN_USE);
    }

    private static void run(Ejection member, Verdict verdict, int times) {
        for (int i = 0; i < times; i++) {
            member.ended(verdict);
        }
    }
}
