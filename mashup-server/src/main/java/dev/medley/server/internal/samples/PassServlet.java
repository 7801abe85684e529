package dev.medley.server.internal.samples;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /pass?size=BYTES}: streams a body of the first partner, as fast as the client reads it. */
@WebServlet("/pass")
public final class PassServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final long MAX_SIZE = 10L << 30;

    /** Creates the mashup. */
    public PassServlet() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        long size = mashup.number("size", 0, MAX_SIZE);
        return mashup.stream(mashup.partners().get(0), "/bytes?size={size}", size);
    }
}
