package dev.medley.loadtest.soak;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /stream?token=T&size=BYTES&from=PARTNER}: streams a body of a partner. */
@WebServlet("/stream")
public final class StreamMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int MAX_SIZE = 1 << 20;

    /** Creates the mashup. */
    public StreamMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.stream(
                mashup.parameter("from"),
                "/lines/{token}?size={size}",
                mashup.parameter("token"),
                mashup.number("size", 1, MAX_SIZE));
    }
}
