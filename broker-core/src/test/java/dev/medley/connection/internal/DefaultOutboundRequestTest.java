package dev.medley.connection.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultOutboundRequestTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "get", "GE T", "GET\r\n", "GET\n", "GET\u0000", "GÉT", "G/T", "M-search"})
    void aMethodThatIsNoTokenInCapitalsIsRefused(String method) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(method, "/"))
                .withMessageContaining("method");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "M-SEARCH", "VERSION_2", "X.1"})
    void aMethodMayBeEachTokenInCapitals(String method) {
        assertThat(request(method, "/").method()).isEqualTo(method);
    }

    @Test
    void aTunnelIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("CONNECT", "/"))
                .withMessage("method CONNECT asks for a tunnel, which Medley does not support");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "a", "http://elsewhere/", "?a=b"})
    void aTargetThatDoesNotBeginAtTheRootIsRefused(String target) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> request("GET", target))
                .withMessageContaining("does not begin with /")
                .matches(refused -> !refused.tooLong());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/a b", "/a\r\nX: y", "/a\n", "/a\r", "/a\u0000", "/ä", "/a\u007f", "/a#fragment", "/a\tb", "/€"
            })
    void aTargetThatCouldBecomeAnotherRequestIsRefused(String target) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> request("GET", target))
                .matches(refused -> !refused.tooLong())
                .withMessageContaining("encode it")
                .withMessageNotContainingAny("\r", "\n", "\u0000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/|", "/^", "/\"", "/<", "/>", "/\\", "/`", "/{a}", "/[", "/?a[]=b", "/?a|b"})
    void aCharacterThatATargetMayNotHaveIsRefused(String target) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> request("GET", target))
                .withMessageContaining("has the character U+00")
                .withMessageContaining("which a target may not have; encode it")
                .matches(refused -> !refused.tooLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%2", "/%zz", "/%2g", "/?a=%", "/?a=%u0041", "/%%20", "/a%-1"})
    void aPercentThatEncodesNothingIsRefused(String target) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> request("GET", target))
                .withMessageContaining("two hexadecimal digits do not follow")
                .matches(refused -> !refused.tooLong());
    }

    @Test
    void aHeadLongerThanAllowedIsRefused() {
        DefaultOutboundRequest request = new DefaultOutboundRequest("GET", "/a", List.of(new Header("A", "bc")), null);
        assertThat(request.headLength()).isEqualTo("GET /a HTTP/1.1\r\nA: bc\r\n".length());
        request.checkHead(request.headLength());
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> request.checkHead(request.headLength() - 1))
                .withMessage(
                        "request line and header fields of GET /a take 24 bytes (the target 2); at most 23 are allowed")
                .matches(InvalidRequestException::tooLong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a%20b?c=d&e=%2F", "/a;b=c", "/~x/!$'()*,@", "//", "/a?b?c", "/;p?q", "/%00", "/%fF"})
    void anyOtherTargetIsTaken(String target) {
        assertThat(request("GET", target).target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Host", "content-length", "Transfer-Encoding", "CONNECTION", "Upgrade", "Expect", "TE", "Trailer"
            })
    void aFieldForTheTargetOrTheFramingIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DefaultOutboundRequest("GET", "/", List.of(new Header(name, "1")), null))
                .withMessageContaining(name)
                .withMessageContaining("Medley sets itself");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,true",
        "HEAD,true",
        "OPTIONS,true",
        "PUT,true",
        "DELETE,true",
        "TRACE,true",
        "POST,false",
        "PATCH,false",
        "PURGE,false"
    })
    void theIdempotentMethodsAreThoseOfTheStandard(String method, boolean idempotent) {
        assertThat(request(method, "/").idempotent()).isEqualTo(idempotent);
    }

    @Test
    void headersCannotBeChangedAfterwards() {
        List<Header> headers = new ArrayList<>(List.of(new Header("A", "1")));
        DefaultOutboundRequest request = new DefaultOutboundRequest("GET", "/", headers, null);
        headers.clear();
        assertThat(request.headers()).containsExactly(new Header("A", "1"));
    }

    @Test
    void aBodyCannotBeChangedAfterwards() {
        byte[] bytes = {1, 2, 3};
        RequestBody body = RequestBody.of("application/octet-stream", bytes);
        bytes[0] = 9;
        assertThat(body.bytes()).containsExactly(1, 2, 3);
        assertThat(body.length()).isEqualTo(3);
    }

    @Test
    void aMediaTypeThatCouldBecomeAnotherFieldIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RequestBody.of("text/plain\r\nX: y", new byte[0]));
    }

    @Test
    void jsonIsUtf8() {
        RequestBody body = RequestBody.json("\"é\"");
        assertThat(body.contentType()).isEqualTo("application/json");
        assertThat(body.bytes()).containsExactly('"', 0xC3, 0xA9, '"');
    }

    private static DefaultOutboundRequest request(String method, String target) {
        return new DefaultOutboundRequest(method, target, List.of(), null);
    }
}
