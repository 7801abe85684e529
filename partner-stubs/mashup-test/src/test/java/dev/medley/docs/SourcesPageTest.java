package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The declared mashups of docs/sources.md, with the stub partners. */
class SourcesPageTest {

    private final PartnerStubs partners = PartnerStubs.builder().start();

    @AfterEach
    void close() {
        partners.close();
    }

    @Test
    void xmlIsReadAndWrittenAndCsvIsTheReply() throws Exception {
        try (RunningServer server = start(blockWith("xml: {arrays: [rate]}"))) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "/order/7"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"name\": \"Zoë & Co\", \"lines\": [1, 2]}"))
                    .build();

            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .body())
                    .startsWith("currency,rate\r\nCHF,");
            assertThat(partners.recorded("POST", "/partner/1").get(0).body())
                    .endsWith("<order id=\"7\"><line>1</line><line>2</line><note/></order>");
            assertThat(partners.recorded("POST", "/partner/2").get(0).body()).contains("<to>Zoë &amp; Co</to>");
        }
    }

    @Test
    void aSoapServiceIsCalledInBothVersions() throws Exception {
        String price = "{\"name\":\"green bowl\",\"price\":26.5}";
        try (RunningServer server = start(blockWith("GetPrice"))) {
            assertThat(get(server, "/price/3")).isEqualTo(price);
            assertThat(get(server, "/maker/3")).isEqualTo("{\"maker\":\"Café Zürich\"}");
        }
        assertThat(MarkdownPage.read("docs/sources.md").text())
                .contains("`curl 'http://127.0.0.1:8080/price/3'` prints `" + price + "`");
    }

    @Test
    void aQueryOfGraphQlIsAnswered() throws Exception {
        try (RunningServer server = start(blockWith("graphql:"))) {
            assertThat(get(server, "/item/3?first=2")).contains("\"name\":\"green bowl\"");
        }
        assertThat(partners.recorded("POST", "/graphql").get(0).body())
                .contains("\"variables\":{\"id\":\"3\",\"first\":2}");
    }

    private static String blockWith(String text) throws IOException {
        return MarkdownPage.read("docs/sources.md").blocks("yaml").stream()
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
    }

    private static String get(RunningServer server, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private RunningServer start(String yaml) throws IOException {
        Map<String, String> flags =
                new LinkedHashMap<>(Map.of("server.port", "0", "server.admin.port", "0", "server.access-log", "false"));
        for (PartnerSettings each : ServerConfiguration.READER
                .parse("medley.yaml", yaml, Map.of(), Map.of())
                .partners()) {
            flags.put("partners." + each.name() + ".url", partners.uri().toString());
        }
        Configuration configuration = ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), flags);
        return new ServerBuilder().start(configuration);
    }
}
