package dev.medley.server.internal.samples;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** {@code /trip?city=NAME}: weather and hotels of a city, and news, which are optional. */
@WebServlet("/trip")
public final class TripServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    /** Creates the mashup. */
    public TripServlet() {}

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String city = mashup.parameter("city");
        return mashup.merge()
                .put("city", city)
                .put("weather", mashup.get("weather", "/weather?city={city}", city))
                .put("hotels", mashup.get("hotels", "/hotels?city={city}", city))
                .putOptional("news", mashup.get("news", "/news?city={city}", city))
                .reply();
    }
}
