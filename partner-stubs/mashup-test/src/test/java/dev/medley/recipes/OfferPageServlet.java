package dev.medley.recipes;

import dev.medley.format.Format;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe t begin
@WebServlet("/offers-of-page/*")
@MashupPath("/offers-of-page/{id}")
public class OfferPageServlet extends MashupServlet {

    record Offer(String name, String url) {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.read("offers", Format.HTML, "/page/{id}", mashup.path("id"))
                .thenApply(page -> Reply.json(page.select("li.offer a").stream()
                        .map(link -> new Offer(link.text(), link.absUrl("href")))
                        .toList()));
    }
}
// recipe t end
