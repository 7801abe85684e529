package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.Soon;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reply that caches may keep has an entity tag, and a client that has it already gets none of it. */
class ConditionalReplyTest {

    private static final Reply KEPT = Reply.text("kept")
            .header("Cache-Control", "max-age=60")
            .header("Vary", "Accept-Language")
            .header("Content-Language", "en")
            .header("X-Own", "1");

    @InEachContainer
    void aClientThatHasTheReplyGetsNoneOfIt(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        try (MashupRig rig =
                MashupRig.in(mode).container(container).serve(mashup -> CompletableFuture.completedStage(KEPT))) {
            HttpResponse<String> first = rig.get("/");
            String tag = first.headers().firstValue("ETag").orElseThrow();
            HttpResponse<String> second = rig.send(rig.request("/").header("If-None-Match", tag));

            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(tag).matches("\"[\\w-]{22}\"");
            assertThat(second.statusCode()).isEqualTo(304);
            assertThat(second.body()).isEmpty();
            assertThat(second.headers().allValues("ETag")).containsExactly(tag);
            assertThat(second.headers().allValues("Cache-Control")).containsExactly("max-age=60");
            assertThat(second.headers().allValues("Vary")).containsExactly("Accept-Language");
            assertThat(second.headers().allValues("X-Own")).containsExactly("1");
            assertThat(second.headers().map()).containsKey("X-Request-Id");
            assertThat(second.headers().map().keySet())
                    .doesNotContain("content-type", "content-language", "content-length", "transfer-encoding");
            Soon.asserted(() ->
                    assertThat(rig.replied()).extracting(RequestSummary::status).containsExactly(200, 304));
        }
    }

    @Test
    void aHeadHasTheTagAndTheLengthOfTheGet() throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            String tag = tag(rig.get("/"));
            HttpResponse<String> head = rig.send(rig.request("/").method("HEAD", BodyPublishers.noBody()));
            HttpResponse<String> unchanged = rig.send(
                    rig.request("/").method("HEAD", BodyPublishers.noBody()).header("If-None-Match", tag));

            assertThat(tag(head)).isEqualTo(tag);
            assertThat(head.headers().firstValue("Content-Length")).contains("4");
            assertThat(unchanged.statusCode()).isEqualTo(304);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"other\", %s | 304",
                "W/%s | 304",
                "* | 304",
                "\"other\" | 200",
                "%s\" | 304",
                "kept | 200",
                "\"\" | 200",
                "'' | 200"
            })
    void theTagsThatAClientHasAreComparedWeakly(String field, int status) throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            String tag = tag(rig.get("/"));

            assertThat(rig.send(rig.request("/").header("If-None-Match", field.formatted(tag)))
                            .statusCode())
                    .isEqualTo(status);
        }
    }

    @Test
    void anotherBodyOrTypeHasAnotherTag() throws Exception {
        try (MashupRig one = rig(KEPT);
                MashupRig same = rig(KEPT.header("X-Other", "2"));
                MashupRig other = rig(Reply.text("Kept").header("Cache-Control", "max-age=60"));
                MashupRig type = rig(KEPT.type("text/html"))) {
            assertThat(tag(same.get("/"))).isEqualTo(tag(one.get("/")));
            assertThat(tag(other.get("/"))).isNotEqualTo(tag(one.get("/")));
            assertThat(tag(type.get("/"))).isNotEqualTo(tag(one.get("/")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'max-age=60', true",
        "'private, max-age=1', true",
        "'s-maxage=1', true",
        "'no-cache', true",
        "'max-age=0, must-revalidate', true",
        "'no-store', false",
        "'max-age=60, no-store', false",
        "'public', false"
    })
    void onlyRepliesThatCachesMayKeepHaveATag(String control, boolean tagged) throws Exception {
        try (MashupRig rig = rig(Reply.text("kept").header("Cache-Control", control))) {
            assertThat(rig.get("/").headers().map().containsKey("ETag")).isEqualTo(tagged);
        }
    }

    @Test
    void otherRepliesHaveNone() throws Exception {
        String control = "Cache-Control";
        for (Reply reply : List.of(
                Reply.text("plain"),
                Reply.text("missing").header(control, "max-age=60").status(404),
                Reply.bytes("text/plain", new byte[(1 << 20) + 1]).header(control, "max-age=60"),
                streamed().header(control, "max-age=60"))) {
            try (MashupRig rig = rig(reply)) {
                HttpResponse<String> any = rig.send(rig.request("/").header("If-None-Match", "*"));

                assertThat(any.statusCode()).isEqualTo(reply.status());
                assertThat(any.headers().map()).doesNotContainKey("ETag");
            }
        }
    }

    @Test
    void thatToAPostHasNone() throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            HttpRequest.Builder post =
                    rig.request("/").POST(BodyPublishers.noBody()).header("If-None-Match", "*");

            assertThat(rig.send(post).headers().map()).doesNotContainKey("ETag");
        }
    }

    @Test
    void aMashupMayHaveATagOfItsOwn() throws Exception {
        Reply versioned = Reply.text("any").header("ETag", "W/\"7\"");
        try (MashupRig rig = rig(versioned)) {
            assertThat(tag(rig.get("/"))).isEqualTo("W/\"7\"");
            assertThat(rig.send(rig.request("/").header("If-None-Match", "\"7\""))
                            .statusCode())
                    .isEqualTo(304);
            assertThat(rig.send(rig.request("/").header("If-None-Match", "\"8\""))
                            .body())
                    .isEqualTo("any");
        }
        try (MashupRig rig = rig(Reply.text("any").header("ETag", "7"))) {
            assertThat(rig.send(rig.request("/").header("If-None-Match", "*")).statusCode())
                    .as("what is no tag is none")
                    .isEqualTo(200);
        }
    }

    private static Reply streamed() {
        return Reply.stream("text/plain", subscriber -> {
            SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>(Runnable::run, 1);
            publisher.subscribe(subscriber);
            publisher.close();
        });
    }

    private static MashupRig rig(Reply reply) throws Exception {
        return MashupRig.in(ExecutionMode.ASYNC).serve(mashup -> CompletableFuture.completedStage(reply));
    }

    private static String tag(HttpResponse<?> reply) {
        return reply.headers().firstValue("ETag").orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 2 * BodyExecutor.LARGE})
    void aReplyThatThereIsNoMemoryToTagIsAProblem(int length) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = withoutMemory("If-None-Match", "x".repeat(length))) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(log.ofMedley()).singleElement().asString().endsWith(" cannot be written");
        }
    }

    /** Replies by {@code text}, and has no memory for the values of {@code field}. */
    private static MashupRig withoutMemory(String field, String text) throws Exception {
        return MashupRig.in(ExecutionMode.ASYNC)
                .filter((request, response, chain) -> chain.doFilter(
                        new HttpServletRequestWrapper((HttpServletRequest) request) {
                            @Override
                            public Enumeration<String> getHeaders(String name) {
                                if (name.equals(field)) {
                                    throw new OutOfMemoryError("of this test");
                                }
                                return super.getHeaders(name);
                            }
                        },
                        response))
                .serve(mashup ->
                        CompletableFuture.completedStage(Reply.text(text).header("Cache-Control", "max-age=60")));
    }
}
