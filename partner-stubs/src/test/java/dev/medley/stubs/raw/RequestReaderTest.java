package dev.medley.stubs.raw;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: raw\r\n\r\n";

    private static final String POST = "POST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";

    private static final String CHUNKED = """
            PUT /c HTTP/1.1\r
            transfer-encoding: CHUNKED\r
            \r
            3;name=value\r
            abc\r
            A\r
            0123456789\r
            0\r
            Trailer: x\r
            \r
            """;

    private final RequestReader reader = new RequestReader();

    @ParameterizedTest
    @ValueSource(strings = {GET, POST, CHUNKED})
    void aRequestIsCompleteWithItsLastByteHoweverItIsCut(String request) throws IOException {
        for (int i = 0; i < request.length(); i++) {
            assertThat(reader.complete()).as("after %d bytes", i).isFalse();
            receive(request.substring(i, i + 1));
        }

        assertThat(reader.complete()).isTrue();
        assertThat(reader.wantsMore()).isTrue();
    }

    @Test
    void requestsThatCameTogetherAreFoundInTurn() throws IOException {
        receive(GET + POST + CHUNKED + GET);

        assertThat(reader.head()).extracting(RequestHead::method).isEqualTo("GET");
        assertThat(reader.wantsMore()).isFalse();
        reader.next();
        assertThat(reader.head()).extracting(RequestHead::target).isEqualTo("/b");
        reader.next();
        assertThat(reader.head()).extracting(RequestHead::target).isEqualTo("/c");
        reader.next();
        assertThat(reader.complete()).isTrue();
        assertThat(reader.wantsMore()).isTrue();
        reader.next();
        assertThat(reader.head()).isNull();
        assertThat(reader.complete()).isFalse();
    }

    @Test
    void theHeadHasTheEndOfTheConnection() throws IOException {
        assertThat(RequestHead.parse(GET).last()).isFalse();
        assertThat(RequestHead.parse("GET / HTTP/1.0\r\n\r\n").last()).isTrue();
        assertThat(RequestHead.parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .last())
                .isFalse();
        assertThat(RequestHead.parse("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n")
                        .last())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nsome\r\n"
            })
    void whatIsNoRequestIsRefused(String text) {
        assertThatIOException().isThrownBy(() -> receive(text));
    }

    @Test
    void headersAndLinesWithoutEndAreRefused() {
        assertThatIOException().isThrownBy(() -> receive("GET / HTTP/1.1\r\nX: " + "x".repeat(70_000)));
        assertThatIOException()
                .isThrownBy(() -> new RequestReader()
                        .receive(bytes("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + "1".repeat(5000))));
    }

    private void receive(String text) throws IOException {
        reader.receive(bytes(text));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }
}
