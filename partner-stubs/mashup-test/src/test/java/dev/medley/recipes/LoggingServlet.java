package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

@SuppressWarnings("serial")
@WebServlet("/weather")
class LoggingServlet extends MashupServlet {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingServlet.class);

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe g begin
        MDC.put("city", mashup.parameter("city"));
        LOG.info("request {} asks for the weather", mashup.requestId());
        // recipe g end
        return mashup.get("weather", "/weather?city={city}", mashup.parameter("city"))
                .json()
                .thenApply(weather -> {
                    LOG.info("the weather has arrived");
                    return Reply.json(weather);
                });
    }
}
