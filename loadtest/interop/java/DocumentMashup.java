import dev.medley.exchange.Exchange;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** {@code /merged?doc=N} and {@code /tree?doc=N}: the document {@code /doc/N} of the partner as it is, and read and written again. */
@WebServlet({"/merged", "/tree"})
public final class DocumentMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Exchange document = mashup.get("p0", "/doc/{number}", mashup.parameter("doc"));
        return mashup.inbound().path().equals("/merged")
                ? mashup.merge().put("doc", document).reply()
                : document.json().thenApply(json -> Reply.json(Map.of("doc", json.tree())));
    }
}
