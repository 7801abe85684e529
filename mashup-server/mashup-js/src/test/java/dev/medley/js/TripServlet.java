package dev.medley.js;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** The servlet of docs/recipes-scripts.md, beside a declared mashup and a script. */
@SuppressWarnings("serial")
// recipe begin
@WebServlet("/trip")
public class TripServlet extends MashupServlet {

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
// recipe end
