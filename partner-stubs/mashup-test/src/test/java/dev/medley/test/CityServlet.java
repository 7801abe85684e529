package dev.medley.test;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /city?name=NAME}: the weather of a city, and its news, which are optional. */
@WebServlet("/city")
final class CityServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    private String currency = "";

    @Override
    public void init() {
        currency = settings().text("shop.currency", "USD");
    }

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String name = mashup.parameter("name");
        return mashup.merge()
                .put("weather", mashup.get("weather", "/weather?city={city}", name))
                .putOptional("news", mashup.get("news", "/news?city={city}", name))
                .put("currency", currency)
                .reply();
    }
}
