package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What clients ask of topics takes tokens of quotas, as a request for a mashup does. */
@Timeout(60)
class TopicQuotasTest {

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @BeforeEach
    void create() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void aPublicationAndASubscriptionTakeATokenEach() throws Exception {
        RunningServer server = start("{rate: 2, per: 1h}");
        HttpResponse<String> first = publish(server);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("RateLimit-Policy")).contains("\"each\";q=2;w=3600");
        assertThat(first.headers().firstValue("RateLimit").orElse("")).startsWith("\"each\";r=1;");
        try (EventClient stream = EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices")) {
            assertThat(stream.response().headers().firstValue("RateLimit").orElse(""))
                    .startsWith("\"each\";r=0;");
        }
        HttpResponse<String> refused = publish(server);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(Replies.json(refused).get("detail").asString())
                .isEqualTo("the quota each is used up: 2 tokens in 3600000 ms, this request takes 1");
        assertThat(Replies.get(server.uri(), "/topics/prices").statusCode()).isEqualTo(429);
    }

    @Test
    void overAWebSocketEachRequestOfTheClientTakesOne() throws Exception {
        RunningServer server = start("{rate: 3, per: 1h}");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.*\"}");
            assertThat(client.next().get("type").asString()).isEqualTo("subscribed");
            client.send("{\"type\":\"publish\",\"id\":2,\"subject\":\"prices\",\"data\":1}");
            assertThat(client.next().get("type").asString()).isEqualTo("published");
            client.send("{\"type\":\"publish\",\"id\":3,\"subject\":\"prices\",\"data\":1}");
            JsonNode error = client.next();
            assertThat(error.get("status").asInt()).isEqualTo(429);
            assertThat(error.get("id").asInt()).isEqualTo(3);
            assertThat(error.get("detail").asString()).startsWith("the quota each is used up");
            client.send("{\"type\":\"unsubscribe\",\"id\":1}");
            assertThat(client.next().get("type").asString()).isEqualTo("unsubscribed");
        }
    }

    @Test
    void eachMessageOfABatchTakesOneAndTheReplySaysHowManyArePublished() throws Exception {
        RunningServer server = start("{rate: 3, per: 1h}");
        HttpResponse<String> refused = publish(server, "application/x-ndjson", "1\n2\n3\n4\n5\n");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(Replies.json(refused).get("detail").asString())
                .startsWith("line 4: the quota each is used up")
                .contains("; the 3 messages before are published, up to ");
    }

    @Test
    void aQuotaMayBeForTopicsAlone() throws Exception {
        RunningServer server = start("{rate: 1, per: 1h, mashups: [/topics]}");
        assertThat(publish(server).statusCode()).isEqualTo(200);
        assertThat(publish(server).statusCode()).isEqualTo(429);
        assertThat(Replies.get(server.uri(), "/m").statusCode()).isEqualTo(200);
        assertThat(Replies.get(server.uri(), "/m").statusCode()).isEqualTo(200);
    }

    @Test
    void aQuotaForMashupsIsNotForTopics() throws Exception {
        RunningServer server = start("{rate: 1, per: 1h, mashups: [/m]}");
        assertThat(publish(server).statusCode()).isEqualTo(200);
        assertThat(publish(server).statusCode()).isEqualTo(200);
    }

    @Test
    void withoutTopicsAQuotaCannotBeForThem() throws Exception {
        rig.write("", "");
        rig.append("quotas: {each: {rate: 1, mashups: [/topics]}}\nmashups: {/m: {reply: {body: '1'}}}\n");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(rig::start)
                .withMessageContaining("quotas.each.mashups: no mashup has the path /topics");
    }

    @Test
    void aQuotaOfCallsIsNotUsedUp() throws Exception {
        RunningServer server = start("{rate: 1, per: 1h, counts: calls}");
        assertThat(publish(server).statusCode()).isEqualTo(200);
        assertThat(publish(server).statusCode()).isEqualTo(200);
    }

    private RunningServer start(String quota) throws Exception {
        rig.write("", "");
        rig.append("topics: {prices: {public: true, publish: {anybody: true}}}\nquotas: {each: " + quota
                + "}\nmashups: {/m: {reply: {body: '1'}}}\n");
        return rig.start();
    }

    private static HttpResponse<String> publish(RunningServer server) throws Exception {
        return publish(server, "application/json", "1");
    }

    private static HttpResponse<String> publish(RunningServer server, String type, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.uri() + "/topics/prices.eur"))
                                .header("Content-Type", type)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
