package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.Scene;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupExecution;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The operator moves a mashup. */
class MoveActionTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.medley");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Scene scene = Scene.of();
    private URI uri = URI.create("http://127.0.0.1");

    @BeforeEach
    void open() throws Exception {
        scene.serve(new OnPool());
        uri = scene.serveAdministration();
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
        scene.close();
    }

    @Test
    void aMashupIsMovedAndGivenBack() throws Exception {
        assertThat(move("?mashup=mashup&to=async"))
                .isEqualTo(
                        "{\"mashup\":\"mashup\",\"before\":\"pool\",\"execution\":\"async\",\"decidedBy\":\"operator\"}");
        assertThat(status().toString())
                .isEqualTo(
                        "{\"execution\":\"async\",\"decidedBy\":\"operator\",\"moved\":false,\"lastMove\":\"operator\",\"stalls\":0,\"bulkhead\":null}");
        assertThat(move("?mashup=mashup&to=default"))
                .isEqualTo(
                        "{\"mashup\":\"mashup\",\"before\":\"async\",\"execution\":\"pool\",\"decidedBy\":\"annotation\"}");
        assertThat(moves("from=async", "to=pool")).isOne();
        assertThat(moves("from=pool", "to=async")).isOne();
    }

    @Test
    void whatIsThereAlreadyIsDecidedAndNotMoved() throws Exception {
        assertThat(move("?mashup=mashup&to=pool"))
                .isEqualTo(
                        "{\"mashup\":\"mashup\",\"before\":\"pool\",\"execution\":\"pool\",\"decidedBy\":\"operator\"}");
        assertThat(status().path("lastMove").isNull()).isTrue();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aMashupIsMovedToVirtualThreads() throws Exception {
        assertThat(move("?mashup=mashup&to=virtual")).contains("\"execution\":\"virtual\"");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void withoutVirtualThreadsItIsRefused() throws Exception {
        assertThat(detail("?mashup=mashup&to=virtual"))
                .startsWith("virtual needs Java 21 or later, and this is Java ")
                .endsWith("; expected async or pool");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?to=pool | the parameter mashup is missing; expected the name of a mashup, as in /status",
                "?mashup=/quote&to=pool | there is no mashup '/quote'; expected one of mashup",
                "?mashup=mashup | the parameter to is missing; expected one of async, pool, virtual, default",
                "?mashup=mashup&to=loops | 'loops' is no execution of a mashup; expected one of async, pool, virtual, default",
                "?mashup=mashup&to=async&to=pool | the parameter 'to' is given 2 times; expected once",
                "?mashup=mashup&mashup=other&to=async | the parameter 'mashup' is given 2 times; expected once",
                "?mashup=mashup%ff&to=async | the query is malformed; expected percent-encoded UTF-8",
                "?mashup=mashup&where=pool | the parameter 'where' is unknown; expected mashup and to",
            })
    void whatCannotBeMovedIsRefused(String query, String expected) throws Exception {
        assertThat(detail(query)).isEqualTo(expected);
        assertThat(status().path("decidedBy").stringValue()).isEqualTo("annotation");
    }

    @ParameterizedTest
    @CsvSource({"Origin, http://other.test", "Sec-Fetch-Site, cross-site"})
    void aMoveByAWebPageIsRefused(String field, String value) throws Exception {
        HttpRequest form = HttpRequest.newBuilder(uri.resolve("/mashups/move?mashup=mashup&to=async"))
                .header(field, value)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(form, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(status().path("decidedBy").stringValue()).isEqualTo("annotation");
        assertThat(lines.list.stream().map(ILoggingEvent::getFormattedMessage))
                .contains("POST /mashups/move?mashup=mashup&to=async by a caller without a name (127.0.0.1): 403");
    }

    @Test
    void aMoveIsAPost() throws Exception {
        assertThat(scene.get(uri.resolve("/mashups/move?mashup=mashup&to=async"))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void theLogHasTheActionWithItsCallerAndTheMoveWithItsReason() throws Exception {
        move("?mashup=mashup&to=async&");
        detail("?mashup=none&to=async");
        detail("?mashup=%ff");

        assertThat(lines.list.stream().map(ILoggingEvent::getFormattedMessage))
                .contains(
                        "mashup mashup is moved from pool to async (operator)",
                        "POST /mashups/move?mashup=mashup&to=async& by a caller without a name (127.0.0.1): 200",
                        "POST /mashups/move?mashup=none&to=async by a caller without a name (127.0.0.1): 400",
                        "POST /mashups/move?mashup=%ff by a caller without a name (127.0.0.1): 400");
    }

    @Test
    void theLogHasAMashupThatIsGivenBackAndStays() throws Exception {
        move("?mashup=mashup&to=default");
        move("?mashup=mashup&to=pool");
        move("?mashup=mashup&to=default");

        assertThat(lines.list.stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .filter(line -> line.startsWith("mashup ")))
                .containsExactly(
                        "mashup mashup is given back by the operator: it stays on pool, as the annotation decides");
    }

    @Test
    void inAServerThatIsNotAsyncNothingIsMoved() throws Exception {
        try (Scene blocking = Scene.in(ExecutionMode.BLOCKING)) {
            blocking.serve(new OnPool());
            HttpResponse<String> response = blocking.send(
                    "POST", blocking.serveAdministration().resolve("/mashups/move?mashup=mashup&to=pool"));

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body())
                    .contains("mashups are not moved in a server whose server.execution is blocking; expected async");
        }
    }

    private double moves(String from, String to) {
        return scene.metrics().value("medley_mashup_moves_total", from, "mashup=mashup", "reason=operator", to);
    }

    private String move(String query) throws Exception {
        HttpResponse<String> response = scene.send("POST", uri.resolve("/mashups/move" + query));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
        return response.body();
    }

    private String detail(String query) throws Exception {
        HttpResponse<String> response = scene.send("POST", uri.resolve("/mashups/move" + query));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        return parse(response.body().getBytes(StandardCharsets.UTF_8))
                .path("detail")
                .stringValue();
    }

    private JsonNode status() throws Exception {
        return parse(scene.administration().pages().reply("GET", "/status").body())
                .path("mashups")
                .path("mashup");
    }

    private static JsonNode parse(byte[] json) throws Exception {
        return Json.parse(json).tree();
    }

    @MashupExecution(MashupMode.POOL)
    private static final class OnPool extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("ok"));
        }
    }
}
