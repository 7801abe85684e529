package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe b begin
@WebServlet("/orders")
@MashupMethods("POST")
public class PlaceOrderServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var order = mashup.exchange("orders").post("/orders").accept(404, 409);
        order.header("Authorization", mashup.header("Authorization"));
        return mashup.requestBody()
                .thenCompose(body -> order.body(body).start().response())
                .thenApply(response -> Reply.of(response, "Location"));
    }
}
// recipe b end
