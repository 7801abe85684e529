package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The deadline passes between the moment at which a body is asked for and that at which its reading begins. */
class OvertakenBodyTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final CompletableFuture<MashupRig> started = new CompletableFuture<>();
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void theReadingOfARequestThatIsRepliedToDoesNotBegin() throws Exception {
        Filter overtaking =
                (request, response, chain) -> chain.doFilter(new Overtaken((HttpServletRequest) request), response);
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .manualTime()
                .deadline(DEADLINE)
                .filter(overtaking)
                .serve(mashup -> mashup.inbound().body().thenApply(bytes -> Reply.text("read")))) {
            started.complete(rig);
            HttpResponse<String> reply = rig.send(rig.request("/").POST(BodyPublishers.ofString("body")));

            assertThat(reply.statusCode()).isEqualTo(504);
            rig.awaitSuspended();
            assertThat(begun).hasValue(0);
        }
    }

    /** A request whose deadline passes when its stream is asked for. */
    private final class Overtaken extends HttpServletRequestWrapper {

        Overtaken(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() {
            started.join().clock().advance(DEADLINE);
            return new CountingStream();
        }
    }

    /** A stream that counts the readings that have begun, and is never ready. */
    private final class CountingStream extends ServletInputStream {

        @Override
        public void setReadListener(ReadListener listener) {
            begun.incrementAndGet();
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return false;
        }

        @Override
        public int read() {
            throw new IllegalStateException("not ready");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return read();
        }
    }
}
