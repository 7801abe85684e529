package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupMethods;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe b begin
@WebServlet("/orders")
@MashupMethods("POST")
public class PlaceOrderServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var order = mashup.exchange("orders").header("Authorization", mashup.header("Authorization"));
        return mashup.requestBody()
                .thenCompose(body -> order.post("/orders")
                        .body(body)
                        .accept(404, 409)
                        .start()
                        .response())
                .thenApply(response -> Reply.of(response, "Location"));
    }
}
// recipe b end
