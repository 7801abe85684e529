package dev.medley.loadtest.threads;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /file?size=N}: N bytes from memory. It has no exchange with a partner. */
@WebServlet("/file")
public final class FileMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public FileMashup() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        int size = (int) mashup.number("size", 0, FileBytes.MOST);
        return CompletableFuture.completedFuture(Reply.bytes("application/octet-stream", FileBytes.of(size)));
    }
}
