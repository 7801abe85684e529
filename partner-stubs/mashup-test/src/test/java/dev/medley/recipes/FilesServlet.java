package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
// recipe h begin
@WebServlet("/files/*")
@MashupPath("/files/{name}")
@MashupMethods({"GET", "PUT"})
public class FilesServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        if (mashup.inbound().method().equals("PUT")) {
            return mashup.exchange("files")
                    .put("/files/{name}", mashup.path("name"))
                    .body(mashup.streamedBody())
                    .start()
                    .response()
                    .thenApply(Reply::of);
        }
        return mashup.stream("files", "/files/{name}", mashup.path("name"));
    }
}
// recipe h end
