import dev.medley.connection.RequestBody;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code /posts?c=C&delay=MS}: like {@code /fanout}, but each exchange is a POST with a small document. */
@WebServlet("/posts")
public final class PostMashup extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final RequestBody ORDER = RequestBody.json("{\"order\":\"" + "x".repeat(200) + "\"}");

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        long exchanges = mashup.number("c", 1, 256);
        long delay = mashup.number("delay", 0, 60_000);
        List<String> partners = mashup.partners();
        Merge merge = mashup.merge();
        for (int i = 0; i < exchanges; i++) {
            String partner = partners.get(i % partners.size());
            merge.put(
                    "p" + i,
                    mashup.exchange(partner)
                            .post("/partner/{i}?delay={ms}", i, delay).body(ORDER)
                            .expectJson()
                            .start());
        }
        return merge.reply();
    }
}
