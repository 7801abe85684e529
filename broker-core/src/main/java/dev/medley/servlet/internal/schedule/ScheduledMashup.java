package dev.medley.servlet.internal.schedule;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.topic.Topics;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A mashup that runs by a schedule, with what its runs need.
 *
 * @param name in metrics and logs
 * @param path that it answers
 * @param settings its schedule
 * @param executionTarget the threads that its code runs on
 * @param composer composes the reply
 * @param deadline of a run that begins now
 * @param broker of a run that begins now
 * @param topics of the server
 * @param threads runs the code of a run that begins, on no loop
 */
public record ScheduledMashup(
        String name,
        String path,
        ScheduleSettings settings,
        ExecutionTarget executionTarget,
        Function<DefaultMashup, CompletionStage<Reply>> composer,
        Supplier<Duration> deadline,
        Supplier<DefaultBroker> broker,
        Topics topics,
        Threads threads) {

    /** Returns the name of its snapshot: the path without its first slash. */
    String snapshot() {
        return path.substring(1);
    }

    /** The threads of runs. */
    public interface Threads {

        /** Runs {@code compose} on a thread that may run the code of a mashup. */
        void execute(ExecutionTarget target, Runnable compose);
    }
}
