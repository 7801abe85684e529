package dev.medley.server.internal.declared.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The parts of a progressive reply, which exchanges add while the deadline ends it. */
class ReplyStreamTest {

    private static final int ROUNDS = 20_000;

    @Test
    void noPartFollowsTheEnd() throws Exception {
        CyclicBarrier begin = new CyclicBarrier(2);
        ExecutorService deadline = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < ROUNDS; i++) {
                ReplyStream stream = new ReplyStream();
                Future<?> ended = deadline.submit(() -> {
                    begin.await();
                    stream.end(List.of(text("r"), text("m")));
                    return null;
                });
                begin.await();
                stream.add(text("p"));
                ended.get();

                assertThat(read(stream)).isIn("prm|", "rm|");
            }
        } finally {
            deadline.shutdownNow();
        }
    }

    @Test
    void theFirstEndIsTheOnlyOne() {
        ReplyStream stream = new ReplyStream();
        stream.add(text("p"));
        stream.end(List.of(text("r"), text("m")));
        stream.end(List.of(text("problem")));
        stream.add(text("late"));

        assertThat(read(stream)).isEqualTo("prm|");
    }

    private static Supplier<byte[]> text(String text) {
        return () -> text.getBytes(StandardCharsets.UTF_8);
    }

    /** The parts, each demanded by itself, and a bar for the completion. */
    private static String read(ReplyStream stream) {
        StringBuilder read = new StringBuilder();
        stream.subscribe(new Flow.Subscriber<ByteBuffer>() {

            private Flow.@Nullable Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                given.request(1);
            }

            @Override
            public void onNext(ByteBuffer part) {
                read.append(StandardCharsets.UTF_8.decode(part));
                Objects.requireNonNull(subscription).request(1);
            }

            @Override
            public void onError(Throwable failure) {
                read.append(failure);
            }

            @Override
            public void onComplete() {
                read.append('|');
            }
        });
        return read.toString();
    }
}
