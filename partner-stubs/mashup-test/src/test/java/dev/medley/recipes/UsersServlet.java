package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletionStage;

@SuppressWarnings("serial")
@WebServlet("/users")
class UsersServlet extends MashupServlet {

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        // recipe c begin
        var ids = mashup.parameters("id");
        return mashup.each(ids, 4, id -> mashup.get("users", "/users/{id}", id).json())
                .thenApply(Reply::json);
        // recipe c end
    }
}
