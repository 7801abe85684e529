package dev.medley.war;

import static dev.medley.war.Product.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mashups that the configuration of the product's WAR declares, in each supported servlet container. */
class DeclaredInWarTest {

    private static final String MASHUPS = """
            mashups:
              /forecast/{city}:
                parameters: {days: {type: integer, max: 9, default: 1}}
                exchanges:
                  weather: {path: '/weather?city={$request.path.city}'}
                  hotels: {path: '/hotels?city={$weather.city}'}
                parts: true
                reply: {merge: {weather: $weather, days: $request.query.days, hotels: $type($hotels)}}
            """;

    @TempDir
    private static Path scratch = Path.of("");

    private static @Nullable Product unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        unpacked = new Product(scratch);
    }

    @AfterAll
    static void cleanUp() {
        product().close();
    }

    @ParameterizedTest
    @EnumSource
    void aDeclaredMashupRepliesWholeOrPartByPart(Container.Kind kind) throws Exception {
        try (Container container = start(kind, MASHUPS)) {
            HttpResponse<String> whole = get(container, "/forecast/Oslo?days=3");
            assertThat(whole.statusCode()).as(whole.body()).isEqualTo(200);
            assertThat(whole.body()).startsWith("{\"weather\":{").endsWith(",\"days\":3,\"hotels\":\"array\"}");
            assertThat(whole.headers().firstValue("Medley-Manifest").orElseThrow())
                    .startsWith("weather;completed;status=200;");

            HttpResponse<String> parts = get(container, "/forecast/Oslo?days=3", "application/x-ndjson");
            assertThat(parts.headers().firstValue("Content-Type")).contains("application/x-ndjson");
            assertThat(parts.body().lines())
                    .hasSize(3)
                    .first()
                    .asString()
                    .startsWith("{\"part\":{\"exchange\":\"weather\",\"outcome\":\"completed\",");
            assertThat(parts.body()).contains("\n{\"reply\":" + whole.body() + "}\n{\"manifest\":{\"complete\":true,");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestIsPassedOn(Container.Kind kind) throws Exception {
        String mashups = """
                mashups:
                  /all/*: {pass: {partner: weather}}
                """;
        try (Container container = start(kind, mashups)) {
            HttpResponse<String> reply = get(container, "/all/weather?city=Oslo");
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            assertThat(reply.body()).startsWith("{\"city\":\"Oslo\"");

            assertThat(Product.post(container, "/all/partner/1", "four").body()).contains("\"received\":4");
            assertThat(get(container, "/all/none").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherRequestsAreRefusedAndTheServletsOfTheApplicationAnswer(Container.Kind kind) throws Exception {
        try (Container container = start(kind, MASHUPS)) {
            assertThat(get(container, "/forecast/Oslo?days=10").statusCode()).isEqualTo(400);
            assertThat(get(container, "/forecast/Oslo/x").statusCode()).isEqualTo(404);
            assertThat(Product.post(container, "/forecast/Oslo", "x").headers().firstValue("Allow"))
                    .contains("GET, HEAD, OPTIONS");
            assertThat(get(container, "/trip?city=Oslo").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWrongDeclarationIsRefusedWithItsPlace(Container.Kind kind) throws Exception {
        String config = product().configuration("", """
                mashups:
                  /forecast:
                    exchanges: {weather: {path: /weather}}
                    reply: {body: $wether}
                """);

        assertThatThrownBy(() ->
                        product().start(kind, Map.of("medley.config", config)).close())
                .hasMessageContaining("the mashups cannot start: " + config
                        + ":9:19: mashups./forecast.reply.body: '$wether' is unknown; did you mean $weather?");
    }

    @ParameterizedTest
    @EnumSource
    void thePathOfAServletIsRefused(Container.Kind kind) throws Exception {
        String config = product().configuration("", "mashups: {/trip: {reply: {body: '1'}}}\n");

        assertThatThrownBy(() ->
                        product().start(kind, Map.of("medley.config", config)).close())
                .hasMessageContaining(config + ":6:11: mashups./trip: is the path of"
                        + " dev.medley.server.internal.samples.TripServlet; expected one mashup for it");
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationThatHasOnlyTheLibraryIsToldWhatItLacks(Container.Kind kind) throws Exception {
        WarFolder war = WarFolder.ofUser(Files.createTempDirectory(scratch, "user"), HelloServlet.class)
                .configured("partners: {weather: {url: 'http://127.0.0.1:9'}}\n" + MASHUPS);

        assertThatThrownBy(() -> kind.start(war, Files.createTempDirectory(scratch, "container"), Map.of())
                        .close())
                .hasMessageContaining(
                        ":3:3: mashups./forecast/{city}: is a declared mashup; expected mashup-server.jar, which serves"
                                + " those, in WEB-INF/lib");
    }

    private static Container start(Container.Kind kind, String mashups) throws Exception {
        return product().start(kind, Map.of("medley.config", product().configuration("", mashups)));
    }

    private static Product product() {
        return Objects.requireNonNull(unpacked);
    }
}
