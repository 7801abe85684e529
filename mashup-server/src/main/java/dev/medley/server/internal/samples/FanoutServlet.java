package dev.medley.server.internal.samples;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * {@code /fanout?c=C&delay=MS&size=BYTES}: C exchanges at once, with all partners in turn, merged to {@code {"p0": …}}.
 * The measuring mashup: each partner responds after {@code delay} milliseconds with {@code size} bytes, or with its defaults.
 */
@WebServlet("/fanout")
public final class FanoutServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int MAX_EXCHANGES = 256;
    private static final int MAX_DELAY = 60_000;
    private static final int MAX_SIZE = 1 << 20;
    private static final int UNSET = -1;

    /** Creates the mashup. */
    public FanoutServlet() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        long exchanges = mashup.number("c", 1, MAX_EXCHANGES);
        long delay = mashup.optionalNumber("delay", 0, MAX_DELAY).orElse(UNSET);
        long size = mashup.optionalNumber("size", 0, MAX_SIZE).orElse(UNSET);
        List<String> partners = mashup.partners();
        String query = query(delay, size);
        Merge merge = mashup.merge();
        for (int i = 0; i < exchanges; i++) {
            merge.put("p" + i, mashup.get(partners.get(i % partners.size()), "/partner/" + i + query));
        }
        return merge.reply();
    }

    private static String query(long delay, long size) {
        StringBuilder query = new StringBuilder();
        if (delay != UNSET) {
            query.append("?delay=").append(delay);
        }
        if (size != UNSET) {
            query.append(query.isEmpty() ? '?' : '&').append("size=").append(size);
        }
        return query.toString();
    }
}
