package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimerWheelTest {

    private final TimerWheel wheel = new TimerWheel();
    private final List<String> ran = new ArrayList<>();

    @Test
    void aTaskIsDueAtItsTickAndNotBefore() {
        for (long due : new long[] {1, 2, 63, 64, 65, 4095, 4096, 300_000, 1L << 40, (1L << 43) + 5}) {
            TimerWheel one = new TimerWheel();
            one.add(due, () -> ran.add("task"));
            assertThat(one.advance(due - 1)).as("before tick %d", due).isEmpty();
            assertThat(one.advance(due)).as("at tick %d", due).hasSize(1);
            assertThat(one.advance(due + 1)).as("after tick %d", due).isEmpty();
        }
    }

    @Test
    void aTaskWhoseTickIsOverIsDueAtTheNextOne() {
        wheel.advance(1000);
        add(7, "late");
        add(1000, "now");
        assertThat(wheel.nextTick()).isEqualTo(1001);
        run(1001);
        assertThat(ran).containsExactlyInAnyOrder("late", "now");
    }

    @Test
    void aCancelledTaskIsNotDueAndLeavesNothing() {
        TimerWheel.Entry first = add(100, "first");
        TimerWheel.Entry second = add(100, "second");
        TimerWheel.Entry third = add(100, "third");
        second.cancel();
        second.cancel();
        run(100);
        assertThat(ran).containsExactlyInAnyOrder("first", "third");
        TimerWheel.Entry only = add(5000, "only");
        only.cancel();
        first.cancel();
        third.cancel();
        assertThat(wheel.nextTick()).isEqualTo(TimerWheel.NEVER);
    }

    @Test
    void tasksBecomeDueInTheOrderOfTheirTicks() {
        add(70_000, "d");
        add(3, "a");
        add(4097, "c");
        add(64, "b");
        run(100_000);
        assertThat(ran).containsExactly("a", "b", "c", "d");
    }

    @Test
    void theNextTickIsNeverAfterTheFirstTask() {
        add(5000, "task");
        long steps = 0;
        for (long next = wheel.nextTick(); next != TimerWheel.NEVER; next = wheel.nextTick()) {
            assertThat(next).isLessThanOrEqualTo(5000);
            run(next);
            steps++;
        }
        assertThat(ran).containsExactly("task");
        assertThat(steps).as("calls of advance").isLessThanOrEqualTo(3);
    }

    @Test
    void manyTasksBehaveAsASortedMapOfTasks() {
        SplittableRandom random = new SplittableRandom(15);
        TreeMap<Long, List<String>> expected = new TreeMap<>();
        List<Task> live = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            long due = now + 1 + (random.nextLong() >>> random.nextInt(24, 64)) % (1L << 40);
            String name = "task " + i;
            live.add(new Task(due, name, add(due, name)));
            expected.computeIfAbsent(due, tick -> new ArrayList<>()).add(name);
            if (i % 3 == 0) {
                Task cancelled = live.remove(random.nextInt(live.size()));
                cancelled.entry().cancel();
                if (expected.containsKey(cancelled.due())) {
                    expected.get(cancelled.due()).remove(cancelled.name());
                }
            }
            if (i % 7 == 0) {
                now += random.nextInt(1 << random.nextInt(1, 20));
                ran.clear();
                run(now);
                List<String> nowDue = new ArrayList<>();
                expected.headMap(now, true).values().forEach(nowDue::addAll);
                expected.headMap(now, true).clear();
                assertThat(ran.stream().sorted(Comparator.naturalOrder()))
                        .containsExactlyElementsOf(nowDue.stream()
                                .sorted(Comparator.naturalOrder())
                                .toList());
            }
        }
    }

    private TimerWheel.Entry add(long tick, String name) {
        return wheel.add(tick, () -> ran.add(name));
    }

    private void run(long tick) {
        wheel.advance(tick).forEach(Runnable::run);
    }

    private record Task(long due, String name, TimerWheel.Entry entry) {}
}
