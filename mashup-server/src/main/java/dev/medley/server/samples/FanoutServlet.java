package dev.medley.server.samples;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * {@code /fanout?c=C&delay=MS&size=BYTES}: C exchanges at once, with all partners in turn, merged to {@code {"p0": …}}.
 * The measuring mashup: each partner is asked to take {@code delay} milliseconds and to answer {@code size} bytes, or left
 * to do as it likes.
 */
@WebServlet("/fanout")
public final class FanoutServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int MOST_EXCHANGES = 256;
    private static final int LONGEST_DELAY = 60_000;
    private static final int LARGEST_SIZE = 1 << 20;
    private static final int AS_THE_PARTNER_LIKES = -1;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        long exchanges = mashup.number("c", 1, MOST_EXCHANGES);
        long delay = mashup.number("delay", 0, LONGEST_DELAY, AS_THE_PARTNER_LIKES);
        long size = mashup.number("size", 0, LARGEST_SIZE, AS_THE_PARTNER_LIKES);
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
        if (delay != AS_THE_PARTNER_LIKES) {
            query.append("?delay=").append(delay);
        }
        if (size != AS_THE_PARTNER_LIKES) {
            query.append(query.isEmpty() ? '?' : '&').append("size=").append(size);
        }
        return query.toString();
    }
}
