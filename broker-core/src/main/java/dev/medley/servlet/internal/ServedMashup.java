package dev.medley.servlet.internal;

import dev.medley.config.ServerTimingDetail;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.schedule.Schedule;
import dev.medley.thread.internal.ExecutionTarget;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mashup that a servlet serves.
 *
 * @param name of the servlet, in logs and metrics
 * @param description its annotations
 * @param executionTarget the threads that its code runs on
 * @param bulkhead bounds the requests for it; null if none does
 * @param priority of requests for it
 * @param deadline of a reply; null for the server's
 * @param timing the form of {@code Server-Timing}; null for the server's
 * @param access who may call it; null for the server's
 * @param paths to which it is mapped
 * @param cost of a request, in tokens of quotas
 * @param schedule by which it runs; null if it runs for each request
 * @param composer composes the reply
 */
public record ServedMashup(
        String name,
        MashupDescription description,
        ExecutionTarget executionTarget,
        @Nullable Bulkhead bulkhead,
        Priority priority,
        @Nullable Duration deadline,
        @Nullable ServerTimingDetail timing,
        @Nullable AccessOptions access,
        List<String> paths,
        int cost,
        @Nullable Schedule schedule,
        Function<DefaultMashup, CompletionStage<Reply>> composer) {}
