package dev.medley.war;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user's mashup with path variables and methods. */
@WebServlet("/user/*")
@MashupPath({"/user/{id}", "/user/{id}/orders/{order}"})
@MashupMethods({"GET", "DELETE"})
public class UsersServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return CompletableFuture.completedStage(
                Reply.text(mashup.inbound().method() + " " + mashup.inbound().path() + " " + mashup.path("id")));
    }
}
