import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** Replies once it has all of its body. */
@WebServlet("/upload")
@MashupMethods("POST")
public final class UploadServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.requestBody().thenApply(body -> Reply.text("" + body.length()));
    }
}
