package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe w begin
@WebServlet("/rates/dated")
public class DatedRatesServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return mashup.snapshot("rates")
                .thenApply(rates -> Reply.json(rates.document())
                        .header("Rates-Age", rates.age().toSeconds() + " s"));
    }
}
// recipe w end
