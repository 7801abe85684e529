package dev.medley.server.internal.admin.page;

import dev.medley.config.MashupMode;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.ExecutionTargets;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.thread.internal.placement.Placement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Has the code of the mashup that the parameter {@code mashup} names run on the threads that {@code to} names: {@code async},
 * {@code pool} or {@code virtual}, as the key {@code execution} of the configuration; {@code default} gives the mashup back to
 * the configuration. Replies with its place before and after.
 *
 * @param runtime of the mashups
 */
public record MoveAction(MashupRuntime runtime) implements AdminAction {

    private static final String MASHUP = "mashup";
    private static final String TO = "to";
    private static final String DEFAULT = "default";
    private static final Set<String> PARAMETERS = Set.of(MASHUP, TO);

    @Override
    public CompletionStage<Reply> act(Map<String, String> parameters) {
        return CompletableFuture.completedStage(reply(parameters));
    }

    private Reply reply(Map<String, String> parameters) {
        Optional<String> unknown = parameters.keySet().stream()
                .filter(each -> !PARAMETERS.contains(each))
                .findFirst();
        if (unknown.isPresent()) {
            return refusal("the parameter '" + unknown.get() + "' is unknown; expected mashup and to");
        }
        String mashup = parameters.get(MASHUP);
        if (mashup == null) {
            return refusal("the parameter mashup is missing; expected the name of a mashup, as in /status");
        }
        String to = parameters.get(TO);
        Optional<MashupMode> mode = Arrays.stream(MashupMode.values())
                .filter(each -> each.configured().equals(to))
                .findFirst();
        if (mode.isEmpty() && !DEFAULT.equals(to)) {
            return refusal((to == null ? "the parameter to is missing" : "'" + to + "' is no execution of a mashup")
                    + "; expected one of " + executions());
        }
        try {
            return moved(runtime.move(mashup, mode.orElse(null)));
        } catch (IllegalArgumentException x) {
            return refusal(String.valueOf(x.getMessage()));
        }
    }

    private static String executions() {
        return Stream.concat(Arrays.stream(MashupMode.values()).map(MashupMode::configured), Stream.of(DEFAULT))
                .collect(Collectors.joining(", "));
    }

    private static Reply moved(ExecutionTargets.Moved moved) {
        Placement now = moved.executionTarget().placement();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(MASHUP, moved.executionTarget().mashup());
        document.put("before", moved.before().label());
        document.put("execution", now.where().label());
        document.put("decidedBy", now.by().label());
        return Reply.json(document);
    }

    private static Reply refusal(String detail) {
        return Problem.of(HttpStatus.BAD_REQUEST_400, detail).toReply();
    }
}
