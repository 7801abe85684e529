package dev.medley.loadtest.codec;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code ?codings=N}: encodes and decodes a document so often. How that is done, a subclass says; here in one go. */
public abstract class CodingMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int MOST = 10_000_000;
    private static final Coding CODING = new Coding();

    CodingMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return CompletableFuture.completedStage(reply(code(codings(mashup))));
    }

    /** Returns the codings that the request asks for. */
    static int codings(Mashup mashup) {
        return (int) mashup.number("codings", 1, MOST);
    }

    /** Encodes and decodes so often, and returns the number. */
    static int code(int codings) {
        for (int i = 0; i < codings; i++) {
            CODING.run();
        }
        return codings;
    }

    static Reply reply(int codings) {
        return Reply.text(codings + " codings\n");
    }
}
