package {{package}};

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@WebServlet("/city")
public class CityServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String name = mashup.parameter("name");
        return mashup.merge()
                .put("weather", mashup.get("weather", "/weather?city={city}", name))
                .putOptional("news", mashup.get("news", "/news?city={city}", name))
                .reply();
    }
}
