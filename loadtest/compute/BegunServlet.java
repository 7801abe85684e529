import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The computations that have begun: a line each, with the id and the time. */
@WebServlet("/begun")
public final class BegunServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        StringBuilder lines = new StringBuilder();
        ComputeServlet.BEGUN.forEach((id, millis) -> lines.append(id).append(' ').append(millis).append('\n'));
        return CompletableFuture.completedStage(Reply.text(lines.toString()));
    }
}
