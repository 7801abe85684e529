package dev.medley.recipes;

import dev.medley.format.Format;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupEvery;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe v begin
@WebServlet("/rates")
@MashupEvery("5m")
public class RatesServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.read("bank", Format.XML, "/rates?base=EUR").thenApply(Reply::json);
    }
}
// recipe v end
