package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet("/customer/*")
@MashupPath("/customer/{id}")
class CustomerServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe l begin
        String id = mashup.path("id");
        var customer = mashup.exchange("customers")
                .get("/customers/{id}", id)
                .accept(404)
                .expectJson()
                .start();
        var offers = mashup.get("offers", "/offers?customer={id}", id);
        return customer.response().thenCompose(response -> {
            if (response.status() == 404) {
                throw new ProblemException(404, "there is no customer " + id);
            }
            return mashup.merge()
                    .put("customer", customer)
                    .putOptional("offers", offers)
                    .reply();
        });
        // recipe l end
    }
}
