package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Reply;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminPagesTest {

    private final AdminPages pages = new AdminPages(pages());

    @ParameterizedTest
    @CsvSource({
        "/status, status:",
        "/console, console:",
        "/console/, console:/",
        "/console/js/a.js, console:/js/a.js",
        "/console/api, api:",
        "/console/api/v1, api:/v1",
        "/console/apis, console:/apis",
        "/console/api/health, health:"
    })
    void theExactPathComesBeforeTheLongestPrefix(String path, String reply) {
        assertThat(body(pages.reply("GET", path))).isEqualTo(reply);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "", "/consoles", "/status/", "/status/x", "/x/console", "console"})
    void anotherPathIsNotFoundAndTheReplyListsThePatterns(String path) {
        Reply reply = pages.reply("GET", path);

        assertThat(reply.status()).isEqualTo(404);
        assertThat(body(reply)).contains("/status, /console/*, /console/api/*, /console/api/health");
    }

    @Test
    void aPageBelowAPrefixTakesGetAndHeadOnly() {
        assertThat(pages.reply("HEAD", "/console/a").status()).isEqualTo(200);
        assertThat(pages.reply("POST", "/console/a").status()).isEqualTo(405);
    }

    @Test
    void theRootPrefixServesEveryOtherPath() {
        AdminPages rooted =
                new AdminPages(Map.of("/*", rest -> Reply.text(rest), "/status", rest -> Reply.text("status")));

        assertThat(body(rooted.reply("GET", "/status"))).isEqualTo("status");
        assertThat(body(rooted.reply("GET", "/"))).isEqualTo("/");
        assertThat(body(rooted.reply("GET", "/a/b"))).isEqualTo("/a/b");
    }

    private static Map<String, AdminPage> pages() {
        Map<String, AdminPage> pages = new LinkedHashMap<>();
        pages.put("/status", rest -> Reply.text("status:" + rest));
        pages.put("/console/*", rest -> Reply.text("console:" + rest));
        pages.put("/console/api/*", rest -> Reply.text("api:" + rest));
        pages.put("/console/api/health", rest -> Reply.text("health:" + rest));
        return pages;
    }

    private static String body(Reply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
