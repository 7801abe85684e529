package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;

/** Filters that leave a mashup no body to read, or no request to suspend: faults of the filter, and not of the client. */
class FilterMisuseTest {

    private static final String READ_BEFORE = "the body of the request was read before the mashup";
    private static final String UNREADABLE = "the body of the request cannot be read";

    @AutoClose
    private static final PartnerStubs STUBS =
            PartnerStubs.builder().answer("POST", "/orders", 200, "{}").start();

    @InEachContainer
    void aFormWhoseParametersAFilterHasReadIsNotEmpty(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertFault(kind, mode, READ_BEFORE, FilterMisuseTest::form, (request, response, chain) -> {
            assertThat(request.getParameter("a")).isEqualTo("1");
            chain.doFilter(request, response);
        });
    }

    @InEachContainer
    void aBodyThatAFilterHasReadIsNotStreamedAsEmpty(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertFault(kind, mode, READ_BEFORE, FilterMisuseTest::streamed, (request, response, chain) -> {
            request.getInputStream().readAllBytes();
            chain.doFilter(request, response);
        });
    }

    @InEachContainer
    void aBodyWhoseReaderAFilterHasTakenIsNotTheFaultOfTheClient(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        for (Function<Mashup, CompletionStage<Reply>> composer : composers()) {
            assertFault(kind, mode, UNREADABLE, composer, (request, response, chain) -> {
                request.getReader();
                chain.doFilter(request, response);
            });
        }
    }

    @InEachContainer
    void aBodyOfAWrapperThatHasNoListenerIsNotTheFaultOfTheClient(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        for (Function<Mashup, CompletionStage<Reply>> composer : composers()) {
            assertFault(
                    kind,
                    mode,
                    UNREADABLE,
                    composer,
                    (request, response, chain) -> chain.doFilter(
                            new HttpServletRequestWrapper((HttpServletRequest) request) {
                                @Override
                                public ServletInputStream getInputStream() {
                                    return new BlockingStream();
                                }
                            },
                            response));
        }
    }

    @InEachContainer
    void aRequestThatAFilterHasSuspendedIsAnswered(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertFault(kind, mode, "has called startAsync()", FilterMisuseTest::form, (request, response, chain) -> {
            request.startAsync();
            chain.doFilter(request, response);
        });
    }

    private static List<Function<Mashup, CompletionStage<Reply>>> composers() {
        return List.of(FilterMisuseTest::form, FilterMisuseTest::streamed);
    }

    private static CompletionStage<Reply> form(Mashup mashup) {
        return mashup.inbound().form().thenApply(form -> Reply.text("form of " + form.size()));
    }

    private static CompletionStage<Reply> streamed(Mashup mashup) {
        return mashup.exchange("stubs")
                .post("/orders")
                .body(mashup.streamedBody())
                .start()
                .response()
                .thenApply(Reply::of);
    }

    private static void assertFault(
            WebContainer.Kind kind,
            ExecutionMode mode,
            String fault,
            Function<Mashup, CompletionStage<Reply>> composer,
            Filter filter)
            throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .partner("stubs", STUBS.uri())
                        .filter(filter)
                        .serve(composer)) {
            HttpResponse<String> reply = rig.send(rig.request("/")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("a=1&b=2")));

            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(500);
            assertThat(log.ofMedley())
                    .singleElement()
                    .satisfies(event -> assertThat(cause(event)).contains(fault));
        }
    }

    private static String cause(ILoggingEvent event) {
        IThrowableProxy cause = event.getThrowableProxy();
        return cause == null ? event.getFormattedMessage() : String.valueOf(cause.getMessage());
    }

    /** As that of a wrapper that keeps the body, written before there was reading without blocking. */
    private static final class BlockingStream extends ServletInputStream {

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read() {
            return -1;
        }
    }
}
