package dev.medley.loadtest.codec;

import dev.medley.config.MashupMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupExecution;
import dev.medley.thread.internal.Loop;
import jakarta.servlet.annotation.WebServlet;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code /slices?codings=N&slice=M&turns=answers}: the codings on the loop, M in a turn of the loop, with turns of those for
 * {@code answers} or {@code further} ones. Other mashups have no such turns: Medley uses them inside.
 */
@WebServlet("/slices")
@MashupExecution(MashupMode.ASYNC)
public final class SliceMashup extends CodingMashup {

    private static final long serialVersionUID = 1L;
    private static final int MOST = 1_000_000;

    /** Creates the mashup. */
    public SliceMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Slices slices = new Slices(
                Objects.requireNonNull(Loop.current(), "a server with loops"),
                mashup.parameter("turns").equals("answers"),
                codings(mashup),
                (int) mashup.number("slice", 1, MOST));
        slices.defer();
        return slices.reply;
    }

    /** The codings of one request. */
    private static final class Slices implements Runnable {

        private final Loop loop;
        private final boolean answers;
        private final int codings;
        private final int slice;
        private final CompletableFuture<Reply> reply = new CompletableFuture<>();
        private int done;

        Slices(Loop loop, boolean answers, int codings, int slice) {
            this.loop = loop;
            this.answers = answers;
            this.codings = codings;
            this.slice = slice;
        }

        void defer() {
            if (answers) {
                loop.deferAnswer(this, this);
            } else {
                loop.deferFurther(this, this);
            }
        }

        @Override
        public void run() {
            try {
                done += code(Math.min(slice, codings - done));
                if (done < codings) {
                    defer();
                } else {
                    reply.complete(CodingMashup.reply(done));
                }
            } catch (RuntimeException | Error x) {
                reply.completeExceptionally(x);
            }
        }
    }
}
