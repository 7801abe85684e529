package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.RequestBody;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;

/** The body of a request as a value: a record, a form, the body of a request to a partner. */
class RequestValueTest {

    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    /** An order. */
    record Order(String city, int nights, List<Guest> guests) {}

    /** A guest. */
    record Guest(String name, int age) {
        Guest {
            if (age < 0) {
                throw new IllegalArgumentException("a secret of the inside");
            }
        }
    }

    @InEachContainer
    void aDocumentIsReadIntoARecord(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(RequestValueTest::order)) {
            for (String type : List.of(JSON, "Application/JSON; charset=utf-8", "application/vnd.order+json")) {
                HttpResponse<String> reply =
                        post(rig, type, "{\"city\":\"Zürich\",\"nights\":2,\"guests\":[],\"more\":true}");

                assertThat(reply.body()).isEqualTo("Order[city=Zürich, nights=2, guests=[]]");
            }
        }
    }

    @Test
    void aDocumentIsReadIntoATypeWithParameters() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .serve(mashup -> mashup.body(new TypeReference<List<Guest>>() {})
                        .thenApply(guests -> Reply.text(guests.get(1).name())))) {
            assertThat(post(rig, JSON, "[{\"name\":\"a\",\"age\":1},{\"name\":\"b\",\"age\":2}]")
                            .body())
                    .isEqualTo("b");
            assertProblem(
                    post(rig, JSON, "[{\"name\":\"a\",\"age\":1},{\"name\":\"b\",\"age\":null}]"),
                    400,
                    "the body of the request has an unexpected shape at /1/age");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"city\":\"Rome\",\"nights\":\"two\"} | at /nights",
                "{\"city\":\"Rome\",\"nights\":2.5} | at /nights",
                "{\"city\":\"Rome\",\"nights\":null} | at /nights",
                "{\"city\":[],\"nights\":2} | at /city",
                "{\"city\":\"\",\"nights\":2,\"guests\":[{\"age\":1},{\"age\":\"x\"}]} | at /guests/1/age",
                "{\"city\":\"\",\"nights\":2,\"guests\":[{\"age\":-1}]} | at /guests/0",
                "{\"city\":\"\",\"nights\":2,\"guests\":7} | at /guests",
                "[] | has an unexpected shape",
                "null | has an unexpected shape",
                "7 | has an unexpected shape"
            })
    void aDocumentThatDoesNotFitIsABadRequestWithThePlace(String document, String place) throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC).serve(RequestValueTest::order)) {
            HttpResponse<String> reply = post(rig, JSON, document);

            assertProblem(reply, 400, place + "\"");
            assertThat(reply.body()).doesNotContain("secret", "Exception", "java", "dev.medley");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | the body is empty, not a JSON document",
                "{\"city\" | at line 1, column 8",
                "{\"a\":1,\"a\":2} | the name 'a' occurs twice",
                "{}{} | more than one JSON document"
            })
    void aMalformedDocumentIsABadRequestWithThePlace(String document, String place) throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC).serve(RequestValueTest::order)) {
            assertProblem(post(rig, JSON, document), 400, place);
        }
    }

    @InEachContainer
    void anotherMediaTypeIsUnsupported(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(RequestValueTest::order)) {
            assertProblem(
                    post(rig, "text/plain", "{}"), 415, "the media type of the body is text/plain, expected " + JSON);
            assertProblem(rig.get("/"), 415, "the media type of the body is not given, expected " + JSON);
        }
    }

    @InEachContainer
    void aFormIsRead(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(RequestValueTest::form)) {
            assertThat(post(rig, FORM, "a=1&b=%C3%BC+x&a=2&c&&=d").body()).isEqualTo("{a=[1, 2], b=[ü x], c=[], =[d]}");
            assertThat(post(rig, FORM + ";charset=UTF-8", "a=ü").body()).isEqualTo("{a=[ü]}");
            assertThat(post(rig, FORM, "").body()).isEqualTo("{}");
            assertProblem(post(rig, FORM + ";charset=iso-8859-1", "a=1"), 415, FORM + " in UTF-8");
            assertProblem(post(rig, JSON, "{}"), 415, "application/json, expected " + FORM);
            assertProblem(post(rig, FORM, "a=%zz"), 400, "the form has a % that is not followed");
            assertProblem(post(rig, FORM, "a&".repeat(1001)), 413, "the form has more than 1000 fields");
        }
    }

    @InEachContainer
    void theBodyIsSentToAPartnerAsItCame(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .container(kind)
                .serve(mashup -> mashup.requestBody()
                        .thenApply(body -> Reply.text(
                                body.contentType() + " " + body.length() + " " + new String(body.bytes(), UTF_8))))) {
            assertThat(post(rig, "text/x;a=b", "so").body()).isEqualTo("text/x;a=b 2 so");
            assertThat(rig.get("/").body()).isEqualTo("application/octet-stream 0 ");
        }
    }

    /** Containers pass a media type on that no field may have. */
    @InEachContainer
    void aMediaTypeThatNoFieldCanHaveIsABadRequest(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .container(kind)
                .partner("shop", STUBS.uri())
                .serve(mashup -> mashup.exchange("shop")
                        .post("/")
                        .body(RequestBody.of(mashup.parameter("type"), new byte[0]))
                        .start()
                        .response()
                        .thenApply(response -> Reply.text("never")))) {
            assertProblem(rig.get("/?type=a%0Db"), 400, "the request leads to an invalid request to a partner");
        }
    }

    private static CompletionStage<Reply> order(Mashup mashup) {
        return mashup.body(Order.class).thenApply(order -> Reply.text(order.toString()));
    }

    private static CompletionStage<Reply> form(Mashup mashup) {
        return mashup.inbound().form().thenApply(fields -> Reply.text(fields.toString()));
    }

    private static HttpResponse<String> post(MashupRig rig, String type, String body) throws Exception {
        HttpRequest.Builder request = rig.request("/").header("Content-Type", type);
        return rig.send(request.POST(BodyPublishers.ofString(body)));
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String detail) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.body()).contains(detail);
    }
}
