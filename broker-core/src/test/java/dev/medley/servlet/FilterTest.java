package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;

/** Filters before a mashup: those that dispatch, that take the writer, that wrap the response, that complete the request. */
class FilterTest {

    private static final int LARGE = 100_000;

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachContainer
    void aRequestThatAFilterDispatchesIsAnswered(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(kind, mode)
                .filter(dispatching())
                .serve(mashup -> mashup.merge()
                        .put("p", mashup.get("stubs", "/partner/1"))
                        .reply())) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).startsWith("{\"p\":{");
        }
    }

    @InEachContainer
    void aStreamOfARequestThatAFilterDispatchesArrivesWhole(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        try (MashupRig rig = rig(kind, mode)
                .filter(dispatching())
                .serve(mashup -> mashup.stream("stubs", "/bytes?size={size}", LARGE))) {
            assertThat(rig.getBytes("/").body()).hasSize(LARGE);
        }
    }

    @InEachContainer
    void aReplyBehindAFilterThatTookTheWriterIsAProblem(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        for (String text : new String[] {"small", "large".repeat(LARGE)}) {
            try (MashupRig rig = rig(kind, mode)
                    .filter((request, response, chain) -> {
                        response.getWriter();
                        chain.doFilter(request, response);
                    })
                    .serve(mashup -> CompletableFuture.completedStage(Reply.text(text)))) {
                HttpResponse<String> reply = rig.get("/");

                assertThat(reply.statusCode()).isEqualTo(500);
                assertThat(reply.headers().firstValue("Content-Type").orElse(""))
                        .startsWith("application/problem+json");
                assertThat(reply.body()).contains("the mashup failed");
                assertThat(rig.onlyReplied())
                        .returns(500, RequestSummary::status)
                        .returns(false, RequestSummary::clientGone);
            }
        }
    }

    @InEachContainer
    void aReplyBehindAFilterThatWroteAndSentTextIsBrokenOff(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        try (MashupRig rig = rig(kind, mode)
                        .filter((request, response, chain) -> {
                            response.getWriter().write("before");
                            response.flushBuffer();
                            chain.doFilter(request, response);
                        })
                        .serve(FilterTest::small);
                RawClient client = RawClient.get(rig.port(), "/")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ").contains("chunked");

            assertThat(client.readTextUntilBrokenOff()).contains("before").doesNotEndWith("\r\n0\r\n\r\n");
            assertThat(rig.onlyReplied()).returns(500, RequestSummary::status);
        }
    }

    @InEachContainer
    void aStreamWhoseOutputFailsOnItsWayIsBrokenOff(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(kind, mode)
                        .filter(wrapping(new IllegalStateException("a defect of the filter")))
                        .serve(mashup -> CompletableFuture.completedStage(
                                Reply.stream("text/x", new PiecesPublisher(new byte[1024], 1024))));
                RawClient client = RawClient.get(rig.port(), "/")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");

            assertThat(client.readTextUntilBrokenOff()).hasSizeLessThan(1 << 20).doesNotEndWith("\r\n0\r\n\r\n");
            assertThat(rig.onlyReplied())
                    .returns(500, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
        }
    }

    @InEachContainer
    void aStreamWhoseOutputFailsWithAnErrorIsBrokenOff(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(kind, mode)
                        .filter(wrapping(new NoClassDefFoundError("no/such/Class")))
                        .serve(mashup -> mashup.stream("stubs", "/bytes?size={size}", 1 << 20));
                RawClient client = RawClient.get(rig.port(), "/")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");

            assertThat(client.readTextUntilBrokenOff()).hasSizeLessThan(1 << 20);
            assertThat(rig.onlyReplied()).returns(500, RequestSummary::status);
        }
    }

    @InEachContainer
    void aSmallReplyWhoseWritingFailsWithAnErrorIsAProblem(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        AtomicReference<Error> error = new AtomicReference<>(new NoClassDefFoundError("no/such/Class"));
        try (MashupRig rig = rig(kind, mode)
                .filter((request, response, chain) ->
                        chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                            @Override
                            public ServletOutputStream getOutputStream() throws IOException {
                                Error once = error.getAndSet(null);
                                if (once != null) {
                                    throw once;
                                }
                                return super.getOutputStream();
                            }
                        }))
                .serve(FilterTest::small)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body()).contains("the mashup failed");
        }
    }

    @InEachContainer
    void aReplyThatCanInNoWayBeWrittenIsNeverAnEmptySuccess(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        try (MashupRig rig = rig(kind, mode)
                .filter((request, response, chain) ->
                        chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                            @Override
                            public ServletOutputStream getOutputStream() {
                                throw new NoClassDefFoundError("no/such/Class");
                            }
                        }))
                .serve(FilterTest::small)) {
            assertThat(rig.get("/").statusCode()).isEqualTo(500);
            assertThat(rig.onlyReplied()).returns(500, RequestSummary::status);
        }
    }

    @InEachContainer
    void aRequestThatAFilterCompletesIsOver(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        if (mode != ExecutionMode.ASYNC) {
            // The others have no AsyncContext yet, or a thread that waits.
            return;
        }
        CompletableFuture<AsyncContext> context = new CompletableFuture<>();
        HeldReply held = new HeldReply();
        try (MashupRig rig = rig(kind, mode)
                .filter((request, response, chain) -> {
                    chain.doFilter(request, response);
                    context.complete(request.getAsyncContext());
                })
                .serve(held)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            context.get().complete();

            assertThat(response.get().body()).isEmpty();
            assertThat(rig.onlyReplied())
                    .returns(499, RequestSummary::status)
                    .returns(true, RequestSummary::clientGone);
            held.give(Reply.text("too late"));
            assertThat(rig.replied()).hasSize(1);
        }
    }

    private static MashupRig.Builder rig(WebContainer.Kind kind, ExecutionMode mode) {
        return MashupRig.in(mode).container(kind).partner("stubs", STUBS.uri());
    }

    private static CompletionStage<Reply> small(Mashup mashup) {
        return CompletableFuture.completedStage(
                Reply.text("small, and " + mashup.inbound().method()));
    }

    /** As a filter that limits requests, or authenticates them without blocking. */
    private static Filter dispatching() {
        return (request, response, chain) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                dispatch(request);
            } else {
                chain.doFilter(request, response);
            }
        };
    }

    private static void dispatch(ServletRequest request) {
        AsyncContext context = request.startAsync();
        context.start(context::dispatch);
    }

    /** The second piece of output fails with {@code failure}. */
    private static Filter wrapping(Throwable failure) {
        return (request, response, chain) ->
                chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public ServletOutputStream getOutputStream() throws IOException {
                        return new Failing(super.getOutputStream(), failure);
                    }
                });
    }

    /** Fails after the first piece, which it sends. */
    private static final class Failing extends ServletOutputStream {

        private final ServletOutputStream out;
        private final Throwable failure;
        private int pieces;

        Failing(ServletOutputStream out, Throwable failure) {
            this.out = out;
            this.failure = failure;
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            pieces++;
            if (pieces > 1 && failure instanceof Error error) {
                throw error;
            }
            if (pieces > 1 && failure instanceof RuntimeException exception) {
                throw exception;
            }
            out.write(bytes, offset, length);
            if (out.isReady()) {
                out.flush();
            }
        }
    }
}
