package dev.medley.loadtest.driver.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** The profile of a load: users who wait for answers, or a schedule of arrivals. */
public sealed interface LoadProfile {

    /** The stretches of the run, in order. */
    Timetable timetable(Duration warmUp);

    /** When requests start by themselves. */
    ArrivalSchedule starts(Timetable timetable);

    /** In words. */
    String describe();

    /**
     * Users who send a request, wait for the answer, think, and begin again.
     *
     * @param rampUp over which time the users begin
     */
    record Closed(int users, Duration thinkTime, Duration duration, Duration rampUp) implements LoadProfile {

        @Override
        public Timetable timetable(Duration warmUp) {
            return new Timetable.Builder()
                    .add("warm-up", rampUp.plus(warmUp), 0, false)
                    .add("load", duration, 0, true)
                    .build();
        }

        @Override
        public ArrivalSchedule starts(Timetable timetable) {
            return ArrivalSchedule.spread(users, rampUp.toNanos());
        }

        @Override
        public String describe() {
            String thinking = thinkTime.isZero() ? "no think time" : thinkTime.toMillis() + " ms think time";
            return String.format(Locale.ROOT, "closed loop, %,d users, %s", users, thinking);
        }
    }

    /**
     * Arrivals on a schedule.
     *
     * @param exponential whether intervals are distributed exponentially around their mean, rather than equal
     */
    record Open(List<Phase> phases, boolean exponential) implements LoadProfile {

        /** The same intervals in every run. */
        private static final long SEED = 1;

        @Override
        public Timetable timetable(Duration warmUp) {
            Timetable.Builder timetable = new Timetable.Builder();
            timetable.add("warm-up", warmUp, phases.get(0).ratePerSecond(), false);
            for (int i = 0; i < phases.size(); i++) {
                Phase phase = phases.get(i);
                timetable.add("phase " + (i + 1), phase.duration(), phase.ratePerSecond(), true);
            }
            return timetable.build();
        }

        @Override
        public ArrivalSchedule starts(Timetable timetable) {
            return exponential
                    ? ArrivalSchedule.exponential(timetable.windows(), new SplittableRandom(SEED))
                    : ArrivalSchedule.constant(timetable.windows());
        }

        @Override
        public String describe() {
            String rates = phases.stream()
                    .map(phase -> String.format(Locale.ROOT, "%,.4g/s", phase.ratePerSecond()))
                    .collect(Collectors.joining(", "));
            return "open loop, arrivals at %s intervals, %s".formatted(exponential ? "exponential" : "constant", rates);
        }
    }
}
