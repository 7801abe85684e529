package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Traffic;
import java.util.List;

/** The state of partner stubs that requests read and change. */
record StubState(Traffic traffic, DefinedAnswers answers, Recorder recorder) {

    static StubState of(List<DefinedAnswers.Definition> answers, int recorded) {
        return new StubState(new Traffic(), new DefinedAnswers(answers), new Recorder(recorded));
    }
}
