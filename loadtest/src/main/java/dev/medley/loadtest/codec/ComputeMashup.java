package dev.medley.loadtest.codec;

import dev.medley.config.MashupMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupExecution;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /compute}: the codings by {@link Mashup#compute}. */
@WebServlet("/compute")
@MashupExecution(MashupMode.ASYNC)
public final class ComputeMashup extends CodingMashup {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public ComputeMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        int codings = codings(mashup);
        return mashup.compute(() -> code(codings)).thenApply(CodingMashup::reply);
    }
}
