package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Declared mashups that read pages and feeds. */
class DeclaredPagesTest {

    private static DeclaredRig rig;

    @BeforeAll
    static void start() throws Exception {
        rig = new DeclaredRig("""
                  /titles:
                    exchanges:
                      page: {partner: a, path: /page, format: html}
                    reply: {body: '{"titles": [$text($select($page, "h2 a"))], "links": [$link($select($page, "h2 a"))]}'}
                  /each:
                    exchanges:
                      page: {partner: a, path: /page, format: html}
                      detail:
                        partner: b
                        for-each: $select($page, 'h2 a')
                        path: '/d/{$substringAfter($attribute($item, "href"), "/d/")}'
                    reply: {body: '[$detail.n]'}
                  /whole:
                    exchanges:
                      page: {partner: a, path: /page, format: html}
                    reply: {merge: {page: $page}}
                  /text:
                    exchanges:
                      page: {partner: a, path: /page, format: html}
                      other: {partner: b, path: '/other/{$page}'}
                    reply: {body: $other}
                  /feed:
                    exchanges:
                      feed: {partner: a, path: /feed, format: feed}
                    reply: {body: $feed}
                  /entries:
                    exchanges:
                      feed: {partner: a, path: /feed, format: feed, optional: true}
                    reply: {body: '{"titles": [$feed.entries.title], "missing": $missing}'}
                """, Map.of());
        rig.b.answer("GET", "/d/1", 200, "{\"n\": 1}");
        rig.b.answer("GET", "/d/2", 200, "{\"n\": 2}");
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    private static void page(String type, String body) {
        rig.a.answer("GET", "/page", StubAnswer.body(200, type, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static void feed(String type, String body) {
        rig.a.answer("GET", "/feed", StubAnswer.body(200, type, body.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aPageIsScraped() throws Exception {
        page("text/html", "<h2><a href=/d/1>One</a></h2><h2><a href='https://other.example/2'>Two");

        assertThat(rig.get("/titles").body())
                .isEqualTo("{\"titles\":[\"One\",\"Two\"],\"links\":[\"%s/d/1\",\"https://other.example/2\"]}"
                        .formatted(rig.a.uri()));
    }

    @Test
    void anExchangeRunsForEachElement() throws Exception {
        page("text/html", "<h2><a href=/d/1>One</a></h2><h2><a href=/d/2>Two");

        assertThat(rig.get("/each").body()).isEqualTo("[1,2]");
    }

    @Test
    void aPageAsAValueHasItsText() throws Exception {
        page("text/html", "<title>T</title><p>a &lt; <b>b");

        assertThat(rig.get("/whole").body()).isEqualTo("{\"page\":{\"text\":\"T a < b\"}}");
    }

    @Test
    void aPageIsNoTextOfAPath() throws Exception {
        page("text/html", "x");

        HttpResponse<String> reply = rig.get("/text");

        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).contains("the exchange other").doesNotContain("jsoup");
    }

    @Test
    void aFeedHasOneShapeWhateverItsFormat() throws Exception {
        feed("application/rss+xml", "<rss><channel><title>T</title><item><title>One</title></item></channel></rss>");

        assertThat(rig.get("/feed").body())
                .isEqualTo(
                        "{\"title\":\"T\",\"entries\":[{\"title\":\"One\",\"authors\":[],\"categories\":[],\"enclosures\":[]}]}");
        feed(
                "application/feed+json",
                "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"title\":\"Two\"}]}");
        assertThat(rig.get("/entries").body()).isEqualTo("{\"titles\":[\"Two\"],\"missing\":{}}");
        assertThat(rig.a.recorded().get(rig.a.recorded().size() - 1).header("Accept"))
                .startsWith("application/atom+xml");
    }

    @Test
    void whatIsNoFeedFailsItsExchange() throws Exception {
        feed("text/html", "<!DOCTYPE html><title>Sign in</title>");

        HttpResponse<String> reply = rig.get("/feed");

        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body())
                .contains(
                        "partner a: the response is not feed: its root element is 'title'; expected RSS, Atom or JSON Feed");
        assertThat(rig.get("/entries").body()).startsWith("{\"titles\":[],\"missing\":{\"feed\":");
    }
}
