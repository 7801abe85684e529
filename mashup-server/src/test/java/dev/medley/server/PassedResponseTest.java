package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.stubs.PartnerStubs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The response that a mashup passes on reaches the client as it comes; what breaks off never looks complete. */
class PassedResponseTest {

    private static final int LARGE = 3 << 20;

    private static final String FILES = """
              /files/{id}:
                exchanges:
                  meta: {partner: api, path: '/meta/{$request.path.id}', pass-status: [404]}
                  file: {partner: api, path: '/blobs/{$meta.blob}', pass-status: [404]}
                reply:
                  pass: file
                  headers: {Content-Disposition: 'attachment; filename="{$meta.name}"'}
            """;

    private static final String PASS = "  /api/*: {pass: {partner: api, path: /v1}}\n";

    static Stream<ExecutionMode> modes() {
        return GalleryRig.modes();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aPartOfAFileThatAnotherExchangeNamesIsPassedOn(ExecutionMode mode) throws IOException {
        try (PassRig rig = new PassRig(mode, FILES);
                ClientSocket client = rig.client()) {
            client.send(
                    "GET /files/7?x=1 HTTP/1.1\r\nHost: localhost\r\nRange: bytes=3-4\r\nIf-Range: \"7\"\r\nCookie: a=b\r\n\r\n");
            PartnerByHand.Connection api = named(rig);
            assertThat(api.readHead())
                    .startsWith("GET /blobs/b%2F1 HTTP/1.1\r\n")
                    .contains("Range: bytes=3-4\r\n", "If-Range: \"7\"\r\n", "Accept-Encoding: identity\r\n")
                    .doesNotContain("Cookie", "gzip");
            api.send("HTTP/1.1 206 Partial Content\r\nContent-Type: image/x\r\nContent-Length: 2\r\nETag: \"7\"\r\n"
                    + "Content-Range: bytes 3-4/9\r\nContent-Disposition: inline\r\nLast-Modified: Sun\r\n\r\nno");

            assertThat(client.readUntil("\r\n\r\nno"))
                    .startsWith("HTTP/1.1 206 ")
                    .contains("Content-Type: image/x\r\n", "Content-Length: 2\r\n", "ETag: \"7\"\r\n")
                    .contains("Content-Range: bytes 3-4/9\r\n", "Last-Modified: Sun\r\n")
                    .contains("Content-Disposition: attachment; filename=\"x.bin\"\r\n")
                    .contains("Medley-Manifest: meta;completed;status=200;", "file;completed;status=206;")
                    .doesNotContain("inline");
        }
    }

    @ParameterizedTest
    @CsvSource({"304, 304", "412, 412", "416, 416", "404, 404", "403, 502", "500, 502", "302, 502"})
    void conditionsAndRangesAreAnsweredByThePartnerAndOtherFailuresByMedley(int status, int expected)
            throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, FILES);
                ClientSocket client = rig.client()) {
            client.send("GET /files/7 HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"7\"\r\n\r\n");
            PartnerByHand.Connection api = named(rig);
            assertThat(api.readHead()).contains("If-None-Match: \"7\"\r\n");
            api.send("HTTP/1.1 " + status + " X\r\nLocation: /inside\r\n"
                    + (status == 304 ? "\r\n" : "Content-Length: 6\r\n\r\ninside"));
            String head = client.readUntil("\r\n\r\n");

            assertThat(head).startsWith("HTTP/1.1 " + expected + " ");
            boolean passed = status == expected && status != 404;
            assertThat(head.contains("problem+json")).isEqualTo(!passed);
            assertThat(head.contains("/inside")).isEqualTo(passed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FILES, PASS})
    void aPartnersOwnFieldsOfCorsAreNotPassedOn(String mashup) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup);
                ClientSocket client = rig.client()) {
            boolean whole = mashup.equals(PASS);
            client.send("GET " + (whole ? "/api/x" : "/files/7")
                    + " HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n\r\n");
            PartnerByHand.Connection api = whole ? rig.partner.accept() : named(rig);
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\naccess-control-allow-origin: *\r\nX-Own: 1\r\n"
                    + "Access-Control-Allow-Credentials: true\r\nAccess-Control-Expose-Headers: X-Own\r\n\r\nok");

            assertThat(client.readUntil("ok")).contains("X-Own: 1\r\n").doesNotContainIgnoringCase("access-control");
        }
    }

    @Test
    void aHeadIsSentAsAHead() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, FILES);
                ClientSocket client = rig.client()) {
            client.send("HEAD /files/7 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            PartnerByHand.Connection api = named(rig);
            assertThat(api.readHead()).startsWith("HEAD /blobs/");
            api.send("HTTP/1.1 200 OK\r\nContent-Type: image/x\r\nContent-Length: 1234\r\n\r\n");

            assertThat(client.readToEnd())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Length: 1234\r\n")
                    .endsWith("\r\n\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"ASYNC, 'Content-Length: 9', 'no'", "BLOCKING, 'Transfer-Encoding: chunked', '2~no~'"})
    void aResponseThatBreaksOffIsNotComplete(ExecutionMode mode, String framing, String part) throws IOException {
        try (PassRig rig = new PassRig(mode, FILES);
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get("/files/7"));
            PartnerByHand.Connection api = named(rig);
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\n" + framing + "\r\n\r\n" + part.replace("~", "\r\n"));
            client.readUntil("no");
            api.reset();

            assertThat(client.readToEnd()).doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void aFailureBeforeTheHeadIsAProblem() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nno");
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.reset();

            assertThat(client.readUntil("}"))
                    .startsWith("HTTP/1.1 502 ")
                    .contains("application/problem+json", "partner api: connection failed");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theExchangeOfAClientThatLeavesIsCancelled(boolean inTheBody) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS)) {
            ClientSocket client = rig.client();
            client.send(ClientSocket.get("/api/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            if (inTheBody) {
                api.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nno");
                client.readUntil("no");
            }
            client.reset();

            api.awaitClosed();
        }
    }

    @Test
    void aClientThatLeavesInItsUploadIsNoCompleteRequest() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS)) {
            ClientSocket client = rig.client();
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\none ");
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            assertThat(api.read(4)).isEqualTo("one ");
            client.close();

            assertThat(api.read(4)).isEmpty();
        }
    }

    @Test
    void anEarlyAnswerToAnUploadIsTheReply() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\none ");
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.read(4);
            api.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo much");

            assertThat(client.readToEnd()).startsWith("HTTP/1.1 413 ").endsWith("too much");
            api.awaitClosed();
        }
    }

    @Test
    void interimResponsesAreThoseOfMedley() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead()).doesNotContain("Expect");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            client.send("body");
            assertThat(api.read(4)).isEqualTo("body");
            api.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

            assertThat(client.readUntil("ok")).startsWith("HTTP/1.1 200 ").doesNotContain("Link");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/y?z=1#f               | /api/y?z=1#f
            {api}/v1/y                | /api/y
            {api}/v1                  | /api
            //{host}/v1/y             | /api/y
            /v1                       | /api
            /v10/y                    | /v10/y
            /v1/../admin              | /v1/../admin
            {api}/other               | {api}/other
            https://login.example/x   | https://login.example/x
            y                         | y
            """)
    void aLocationAtThePartnerIsOneOfTheMashup(String location, String expected) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            String url = rig.partner.url();
            client.send(ClientSocket.get("/api/x/w"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + with(location, url) + "\r\n\r\n");

            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 302 ")
                    .contains("Location: " + with(expected, url) + "\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1//elsewhere.example/x  | /v1//elsewhere.example/x
            {api}/v1//elsewhere       | {api}/v1//elsewhere
            /v1/x//y                  | /x//y
            /v1                       | /
            """)
    void aLocationBelowTheRootIsNotAnotherHost(String location, String expected) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, "  /*: {pass: {partner: api, path: /v1}}\n");
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get("/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + with(location, rig.partner.url())
                    + "\r\n\r\n");

            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 302 ")
                    .contains("Location: " + with(expected, rig.partner.url()) + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", "h2c"})
    void largeBodiesGoThroughByEachProtocolOfThePartner(String protocol) throws Exception {
        String mashups = """
                  /api/*: {pass: {partner: api}}
                  /file:
                    exchanges:
                      file: {partner: api, path: '/bytes?size=3145728'}
                    reply: {pass: file}
                """;
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                PassRig rig = new PassRig(
                        ExecutionMode.ASYNC,
                        mashups,
                        "",
                        Map.of("partners.api.url", stubs.uri().toString(), "partners.api.protocol", protocol))) {
            HttpClient client = HttpClient.newHttpClient();
            HttpResponse<byte[]> file = client.send(request(rig, "/file").build(), BodyHandlers.ofByteArray());
            HttpResponse<byte[]> passed =
                    client.send(request(rig, "/api/bytes?size=3145728").build(), BodyHandlers.ofByteArray());
            HttpResponse<String> sent = client.send(
                    request(rig, "/api/partner/1")
                            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(passed.body())))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(passed.body()).hasSize(LARGE).isEqualTo(file.body());
            assertThat(sent.body()).contains("\"received\":" + LARGE);
        }
    }

    @Test
    void aClientOfHttp2GetsWhatThePartnerReplies() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                PassRig rig = new PassRig(
                        ExecutionMode.ASYNC,
                        "  /api/*: {pass: {partner: api}}\n",
                        "",
                        Map.of("partners.api.url", stubs.uri().toString()));
                Http2Wire client = Http2Wire.plain(rig.server.port())) {
            client.get(1, "/api/product/3");

            assertThat(client.awaitBody()).isEqualTo("{\"id\":3,\"name\":\"green bowl\",\"price\":26.5}");
        }
    }

    private static HttpRequest.Builder request(PassRig rig, String path) {
        return HttpRequest.newBuilder(rig.server.uri().resolve(path));
    }

    private static String with(String location, String url) {
        return location.replace("{api}", url).replace("{host}", url.substring("http://".length()));
    }

    /** Answers the exchange that names the file. */
    private static PartnerByHand.Connection named(PassRig rig) throws IOException {
        PartnerByHand.Connection api = rig.partner.accept();
        assertThat(api.readHead()).startsWith("GET /meta/7 ");
        String meta = "{\"blob\":\"b/1\",\"name\":\"x.bin\"}";
        return api.send("HTTP/1.1 200 OK\r\nContent-Length: " + meta.length() + "\r\n\r\n" + meta);
    }
}
