package dev.medley.recipes;

import dev.medley.format.Feed;
import dev.medley.format.Format;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

@SuppressWarnings("serial")
// recipe u begin
@WebServlet("/headlines")
public class HeadlinesServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var paper = mashup.read("paper", Format.FEED, "/feed/rss?city=Oslo");
        var blog = mashup.read("blog", Format.FEED, "/feed/atom?city=Oslo");
        return paper.thenCombine(blog, (one, other) -> Reply.json(latest(one, other)));
    }

    private static List<Feed.Entry> latest(Feed... feeds) {
        return Stream.of(feeds)
                .flatMap(feed -> feed.entries().stream())
                .filter(entry -> entry.updated() != null)
                .sorted(Comparator.comparing(Feed.Entry::updated).reversed())
                .limit(3)
                .toList();
    }
}
// recipe u end
