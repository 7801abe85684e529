package dev.medley.server;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Mashups that have bodies. */
final class UploadServlets {

    private UploadServlets() {}

    /** Replies with the length of its body. */
    @WebServlet("/length")
    @MashupMethods({"GET", "POST"})
    static final class Length extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.requestBody().thenApply(body -> Reply.text("" + body.length()));
        }
    }

    /** Has an exchange beside its body, and does not mind the failure of its body. */
    @WebServlet("/both")
    @MashupMethods("POST")
    static final class Both extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            mashup.requestBody();
            return mashup.merge().put("partner", mashup.get("partner", "/")).reply();
        }
    }

    /** Replies before it has read its body, with a reply that does not end. */
    @WebServlet("/early")
    @MashupMethods("POST")
    static final class Early extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            Flow.Publisher<ByteBuffer> silent = reader -> reader.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long parts) {}

                @Override
                public void cancel() {}
            });
            mashup.requestBody();
            return CompletableFuture.completedStage(Reply.stream("text/plain", silent));
        }
    }

    /** Reads its body when the test wants it to. */
    @WebServlet("/holding")
    @MashupMethods("POST")
    static final class Holding extends MashupServlet {

        private static final long serialVersionUID = 1L;

        final transient CompletableFuture<Void> held = new CompletableFuture<>();
        final transient CompletableFuture<Void> read = new CompletableFuture<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            held.complete(null);
            return read.thenCompose(nothing -> mashup.requestBody()).thenApply(body -> Reply.text("" + body.length()));
        }
    }
}
