package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.http.ProblemHandler;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ProblemHandlerTest {

    /** A stranger learns no path by guessing one. */
    @Test
    void anUnknownPathIsAnsweredWithoutThePathsThatThereAreWhichTheLogHas() throws IOException {
        try (LogLines lines = LogLines.of(ProblemHandler.class.getName(), Level.DEBUG);
                RunningServer server = new ServerBuilder()
                        .port(0)
                        .mashup(new CityServlet())
                        .mashup(new InvoiceServlet())
                        .start()) {
            for (String path : List.of("/invoices/7", "/invoice/7/x")) {
                HttpResponse<String> reply = Replies.get(server.uri(), path);

                assertThat(reply.statusCode()).isEqualTo(404);
                assertThat(reply.body())
                        .contains("\"detail\":\"no mashup has this path\"")
                        .doesNotContain("/");
            }
            assertThat(lines.lines())
                    .contains("DEBUG no mashup has the path /invoices/7; there are /city, /town, /invoice/{id},"
                            + " /invoice/{id}/lines");
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
