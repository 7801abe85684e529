package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.reply.LoggedOnce;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Wrong uses of a request by a mashup are internal errors, and the log has the reason. */
class RequestMisuseTest {

    @InEachMode
    void anUnknownPartnerIsLoggedOnceByNameAndWithoutAStack(ExecutionMode mode) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode)
                        .partner("weather", "http://127.0.0.1:9")
                        .serve(mashup -> mashup.merge()
                                .put("part", mashup.get(mashup.parameter("of"), "/"))
                                .reply())) {
            for (String partner : List.of("wether", "wether", "news", "wether")) {
                assertThat(rig.get("/?of=" + partner).statusCode()).isEqualTo(500);
            }

            assertThat(log.ofMedley())
                    .hasSize(2)
                    .allSatisfy(event -> assertThat(event.getThrowableProxy()).isNull());
            assertThat(log.ofMedley().get(0).getFormattedMessage())
                    .contains("mashup tested failed on GET /", "no partner 'wether'", "configured: weather");
            assertThat(log.ofMedley().get(1).getFormattedMessage()).contains("no partner 'news'");
        }
    }

    @Test
    void unknownPartnersThatClientsNameDoNotFillTheLog() throws Exception {
        LoggedOnce partners = new LoggedOnce();
        int first = 0;
        for (int i = 0; i < 10_000; i++) {
            first += partners.isFirst("tested", "p" + i) ? 1 : 0;
        }
        assertThat(first).isEqualTo(100);
    }

    @Test
    void anUnknownPathVariableIsLoggedWithThoseThereAre() throws Exception {
        assertThat(failure(MashupRig.in(ExecutionMode.ASYNC).serve(new Users())))
                .isEqualTo("there is no path variable 'name' in /user/{id}/orders/{order}; it has id, order");
    }

    @Test
    void aPathVariableWithoutATemplateIsLogged() throws Exception {
        assertThat(failure(MashupRig.in(ExecutionMode.ASYNC)
                        .serve(mashup -> CompletableFuture.completedStage(Reply.text(mashup.path("id"))))))
                .contains("there is no path variable 'id'", "@MashupPath(\"/…/{id}\")");
    }

    @InEachContainer
    void afterTheReplyTheRequestOfTheContainerIsNotRead(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        CompletableFuture<Inbound> kept = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(mashup -> {
            kept.complete(mashup.inbound());
            return CompletableFuture.completedStage(Reply.text("so"));
        })) {
            rig.get("/at?a=1");
            rig.onlyReplied();

            Inbound over = kept.join();
            assertThat(over.method()).isEqualTo("GET");
            assertThat(over.path()).isEqualTo("/at");
            assertThat(over.parameters("a")).containsExactly("1");
            for (Consumer<Inbound> reading : List.<Consumer<Inbound>>of(
                    inbound -> inbound.header("Host"),
                    Inbound::headers,
                    inbound -> inbound.headers("Host"),
                    Inbound::cookies,
                    Inbound::contentType,
                    Inbound::principal,
                    Inbound::remoteAddress,
                    Inbound::clientCertificates,
                    inbound -> inbound.attribute("tenant"))) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> reading.accept(over))
                        .withMessageContaining("the mashup is over")
                        .withMessageContaining("read it in compose");
            }
        }
    }

    @Test
    void aTypeThatNoDocumentCanBeReadIntoIsLoggedWithItsStack() throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                        .serve(mashup -> mashup.body(Runnable.class).thenApply(read -> Reply.text("never")))) {
            HttpResponse<String> reply = rig.send(
                    rig.request("/").header("Content-Type", "application/json").POST(BodyPublishers.ofString("{}")));
            rig.onlyReplied();

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(log.ofMedley()).hasSize(1);
            assertThat(log.ofMedley().get(0).getThrowableProxy().getMessage()).contains("java.lang.Runnable");
        }
    }

    private static String failure(MashupRig started) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = started) {
            assertThat(rig.get("/user/7/orders/x").statusCode()).isEqualTo(500);
            rig.onlyReplied();

            assertThat(log.ofMedley()).hasSize(1);
            ILoggingEvent event = log.ofMedley().get(0);
            return event.getThrowableProxy().getMessage();
        }
    }

    /** Reads a variable that its template does not have. */
    @WebServlet("/user/*")
    @MashupPath("/user/{id}/orders/{order}")
    private static final class Users extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text(mashup.path("name")));
        }
    }
}
