import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** Asks for a large document, and merges it: the reply is as large. */
@WebServlet("/large")
public final class LargeServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        long delay = mashup.number("delay", 0, 60_000);
        return mashup.merge()
                .put("list", mashup.get("large", "/?delay={delay}&gzip={gzip}", delay, mashup.parameter("gzip")))
                .reply();
    }
}
