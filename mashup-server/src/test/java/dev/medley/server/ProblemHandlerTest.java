package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupPath;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ProblemHandlerTest {

    @Test
    void anUnknownPathIsAnsweredWithThePathsAndTheTemplatesOfTheMashups() throws IOException {
        try (MedleyServer server = MedleyServer.builder()
                .port(0)
                .mashup(new CityServlet())
                .mashup(new InvoiceServlet())
                .start()) {
            assertThat(Replies.get(server.uri(), "/invoices/7").body())
                    .contains("\"detail\":\"no mashup has this path; expected one of /city, /town, /invoice/{id},"
                            + " /invoice/{id}/lines\"");
        }
    }

    @WebServlet({"/city", "/town"})
    private static final class CityServlet extends Empty {

        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/invoice/*")
    @MashupPath({"/invoice/{id}", "/invoice/{id}/lines"})
    private static final class InvoiceServlet extends Empty {

        private static final long serialVersionUID = 1L;
    }

    private abstract static class Empty extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("empty"));
        }
    }
}
