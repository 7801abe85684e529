package dev.medley.stubs;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** Gives its answers one after another, then repeats the last one. Thread-safe. */
final class AnswerSequence implements Function<RecordedRequest, StubAnswer> {

    private final List<StubAnswer> answers;
    private final AtomicInteger next = new AtomicInteger();

    AnswerSequence(StubAnswer first, StubAnswer... then) {
        this(Stream.concat(Stream.of(first), Stream.of(then)).toList());
    }

    private AnswerSequence(List<StubAnswer> answers) {
        this.answers = answers;
    }

    @Override
    public StubAnswer apply(RecordedRequest request) {
        return answers.get(next.getAndUpdate(n -> Math.min(n + 1, answers.size() - 1)));
    }

    /** Returns the same answers, from the first one on. */
    AnswerSequence restarted() {
        return new AnswerSequence(answers);
    }
}
