package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Script;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Turns the entries of a script into the steps of connections. Used by one thread. */
final class Planner {

    private static final byte[] CONTINUE = Wire.bytes(Wire.head("100 Continue"));

    private final Script<Misbehaviour> script;
    private final Duration interval;
    private final ManyNames manyNames;

    Planner(Script<Misbehaviour> script, Duration interval, ManyNames manyNames) {
        this.script = script;
        this.interval = interval;
        this.manyNames = manyNames;
    }

    /** The steps for a connection before it has sent anything. */
    List<Step> onAccept() {
        if (script.peek() != Misbehaviour.RESET_ON_ACCEPT) {
            return List.of();
        }
        script.next();
        return List.of(Step.reset());
    }

    /** The steps for a request whose header section is read; after that it is read to its end. */
    List<Step> onRequest(RequestHead request) {
        Misbehaviour misbehaviour = script.next();
        List<Step> answer = new Answers(request, interval, manyNames).to(misbehaviour);
        return switch (misbehaviour) {
            case RESET_ON_ACCEPT -> answer;
            case EARLY_RESPONSE -> joined(answer, List.of(Step.awaitRequest()));
            case EARLY_413 -> joined(answer, List.of(Step.stallUnlessComplete()));
            default -> joined(receiving(request), answer);
        };
    }

    private static List<Step> receiving(RequestHead request) {
        return request.expectsContinue()
                ? List.of(Step.send(CONTINUE), Step.awaitRequest())
                : List.of(Step.awaitRequest());
    }

    private static List<Step> joined(List<Step> first, List<Step> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
