import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Does in {@code compose} what a mashup must not do in async. */
@WebServlet("/sleep")
public final class SleepServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final long SLEEP_MILLIS = 2000;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        try {
            Thread.sleep(SLEEP_MILLIS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        return CompletableFuture.completedStage(Reply.text("slept"));
    }
}
