package dev.medley.server;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Replies with the subject of the client's certificate and the number of its certificates. */
@WebServlet("/client")
final class ClientServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        String subject = Objects.requireNonNullElse(mashup.inbound().clientSubject(), "none");
        int certificates = mashup.inbound().clientCertificates().size();
        return CompletableFuture.completedFuture(Reply.text(subject + " " + certificates));
    }
}
