package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandPartner;
import java.util.Locale;

/** A partner's content type and content encoding reach the client as they came. */
class PassThroughTest {

    @InEachContainer
    void aTypeWithoutACharsetGetsNone(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        for (String type :
                new String[] {"text/plain", "text/html", "application/x-ndjson", "multipart/mixed; boundary=x"}) {
            assertThat(headOf(kind, mode, "Content-Type: " + type)).contains("\r\nContent-Type: " + type + "\r\n");
        }
    }

    @InEachContainer
    void aCharsetIsPassedOn(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertThat(headOf(kind, mode, "Content-Type: text/plain;charset=iso-8859-15")
                        .toLowerCase(Locale.ROOT))
                .contains("\r\ncontent-type: text/plain;charset=iso-8859-15\r\n");
    }

    @InEachContainer
    void aContentEncodingIsPassedOnWithTheBytesAsTheyAre(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        String head = headOf(kind, mode, "Content-Type: text/plain\r\nContent-Encoding: gzip");

        assertThat(head).contains("\r\nContent-Type: text/plain\r\n", "\r\nContent-Encoding: gzip\r\n");
    }

    @InEachContainer
    void aCharsetThatAFilterHasSetIsNotAdded(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        MashupRig.Builder rig = MashupRig.in(mode).container(kind).filter((request, response, chain) -> {
            response.setCharacterEncoding("utf-16");
            chain.doFilter(request, response);
        });

        assertThat(headOf(rig, "Content-Type: text/plain")).contains("\r\nContent-Type: text/plain\r\n");
    }

    private static String headOf(WebContainer.Kind kind, ExecutionMode mode, String fields) throws Exception {
        return headOf(MashupRig.in(mode).container(kind), fields);
    }

    private static String headOf(MashupRig.Builder builder, String fields) throws Exception {
        String body = "\u001f\u008b, not to be looked at";
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = builder.partner("files", partner.url()).serve(mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(rig.port(), "/")) {
            partner.acceptRequest()
                    .send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n" + fields + "\r\n\r\n" + body);
            String head = client.readHead();
            assertThat(client.read(body.length())).isEqualTo(body);
            return head;
        }
    }
}
