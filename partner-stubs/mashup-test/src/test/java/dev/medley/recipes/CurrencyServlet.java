package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe k begin
@WebServlet("/price")
public class CurrencyServlet extends MashupServlet {

    private String currency = "";

    @Override
    public void init() {
        currency = settings().text("shop.currency", "EUR");
    }

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.merge()
                .put("currency", currency)
                .put("price", mashup.get("prices", "/price?currency={currency}", currency))
                .reply();
    }
}
// recipe k end
