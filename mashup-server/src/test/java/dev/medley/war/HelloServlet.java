package dev.medley.war;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

/** A user's mashup: calls one partner, and echoes the body of the request. */
@WebServlet("/hello")
@MashupMethods({"GET", "POST"})
public class HelloServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.inbound()
                .body()
                .thenCompose(body -> mashup.merge()
                        .put("hello", new String(body, UTF_8))
                        .put("weather", mashup.get("weather", "/weather?city=Oslo"))
                        .reply());
    }
}
