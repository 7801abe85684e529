package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.Soon;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A mashup reads all of the request, as long as it is not over. */
class InboundTest {

    @InEachContainer
    void aMashupReadsTheFields(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertSeen(
                kind, mode, "X-One: a\r\nx-one: b\r\nX-Two: c\r\nContent-Type: text/x;charset=utf-8\r\n", inbound -> {
                    assertThat(inbound.header("x-ONE")).isEqualTo("a");
                    assertThat(inbound.headers("X-one")).containsExactly("a", "b");
                    assertThat(inbound.headers("X-None")).isEmpty();
                    assertThat(inbound.headers())
                            .containsEntry("X-One", List.of("a", "b"))
                            .containsEntry("X-TWO", List.of("c"))
                            .containsKey("host");
                    assertThat(inbound.contentType()).isEqualTo("text/x;charset=utf-8");
                });
    }

    @InEachContainer
    void aMashupReadsTheCookies(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertSeen(kind, mode, "Cookie: one=1; two=2; one=3\r\n", inbound -> {
            assertThat(inbound.cookies()).containsExactly(entry("one", "1"), entry("two", "2"));
            assertThat(inbound.cookie("two")).isEqualTo("2");
            assertThat(inbound.cookie("three")).isNull();
        });
        assertSeen(kind, mode, "", inbound -> assertThat(inbound.cookies()).isEmpty());
    }

    @InEachContainer
    void aMashupReadsTheParametersWithAllTheirValues(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertSeen(kind, mode, "", inbound -> {
            assertThat(inbound.query()).isEqualTo("a=1&b=2&a=%C3%BC&c");
            assertThat(inbound.parameters()).containsExactly(entry("a", "1"), entry("b", "2"), entry("c", ""));
            assertThat(inbound.parameters("a")).containsExactly("1", "ü");
            assertThat(inbound.parameters("d")).isEmpty();
        });
    }

    @InEachContainer
    void aMashupReadsAttributesPrincipalAndAddress(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertSeen(kind, mode, "", inbound -> {
            assertThat(inbound.attribute("tenant")).isEqualTo("acme");
            assertThat(inbound.attribute("other")).isNull();
            assertThat(inbound.principal()).extracting(Principal::getName).isEqualTo("alice");
            assertThat(inbound.remoteAddress()).isEqualTo("127.0.0.1");
        });
    }

    /** The reply has been decided, and is still being written. */
    @InEachContainer
    void whileAReplyIsStreamedTheRequestCanBeRead(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        CompletableFuture<Inbound> kept = new CompletableFuture<>();
        AtomicReference<String> read = new AtomicReference<>();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(mashup -> {
            kept.complete(mashup.inbound());
            return CompletableFuture.completedStage(Reply.stream("text/x", reader -> {
                read.set(mashup.header("Host"));
                new PiecesPublisher(new byte[] {1}, 2).subscribe(reader);
            }));
        })) {
            assertThat(rig.get("/").body()).hasSize(2);
            rig.onlyReplied();

            assertThat(read.get()).startsWith("127.0.0.1");
            assertThatIllegalStateException().isThrownBy(() -> kept.join().header("Host"));
        }
    }

    private static void assertSeen(
            WebContainer.Kind kind, ExecutionMode mode, String fields, Consumer<Inbound> assertions) throws Exception {
        CompletableFuture<Void> seen = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .filter(new Login())
                        .serve(mashup -> {
                            try {
                                assertions.accept(mashup.inbound());
                                seen.complete(null);
                            } catch (RuntimeException | AssertionError x) {
                                seen.completeExceptionally(x);
                            }
                            return CompletableFuture.completedStage(Reply.text("so"));
                        });
                RawClient client = new RawClient(rig.port())) {
            client.send("GET /?a=1&b=2&a=%C3%BC&c HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
            client.readHead();
            assertThat(seen).succeedsWithin(Soon.PATIENCE);
        }
    }

    /** Sets an attribute and a principal. */
    private static final class Login extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            request.setAttribute("tenant", "acme");
            chain.doFilter(
                    new HttpServletRequestWrapper(request) {
                        @Override
                        public Principal getUserPrincipal() {
                            return () -> "alice";
                        }
                    },
                    response);
        }
    }
}
