package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class StubsDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "stubs.md");

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "OK")
    void everyMisbehaviourOfHttp2IsListed(Http2Misbehaviour misbehaviour) throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("`" + misbehaviour + "`");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "OK")
    void everyMisbehaviourOfTlsIsListed(TlsMisbehaviour misbehaviour) throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("`" + misbehaviour + "`");
    }

    @ParameterizedTest
    @EnumSource
    void everyMisbehaviourOfStubsIsListed(StubMisbehaviour misbehaviour) throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("| `" + misbehaviour + "` |");
    }
}
