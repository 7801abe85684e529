package dev.medley.recipes;

import dev.medley.exchange.Exchange;
import dev.medley.format.Format;
import dev.medley.format.SoapVersion;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Map;
import java.util.concurrent.CompletionStage;

@WebServlet("/soap-price")
@SuppressWarnings("serial")
public class PriceServlet extends MashupServlet {

    // recipe r begin
    private static final Format<Map<String, Object>> SOAP = Format.soap(SoapVersion.V1_1);

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Map<String, Object> content =
                Map.of("p:GetPrice", Map.of("@xmlns:p", "urn:medley:prices", "p:product", mashup.parameter("product")));
        Exchange call = mashup.exchange("shop")
                .post("/soap")
                .soapBody(SoapVersion.V1_1, "urn:medley:prices#GetPrice", content)
                .expect(SOAP)
                .start();
        return mashup.read(call, SOAP).thenApply(Reply::json);
    }
    // recipe r end
}
