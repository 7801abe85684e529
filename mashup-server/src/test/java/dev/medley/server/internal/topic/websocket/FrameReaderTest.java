package dev.medley.server.internal.topic.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of clients are read as RFC 6455 has them, however they are cut; what it forbids ends the WebSocket with its code. */
class FrameReaderTest {

    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int FIN = 0x80;
    private static final int MAX = 1000;

    private final List<String> got = new ArrayList<>();
    private final FrameReader reader = new FrameReader(MAX, new Received());

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 128, 1000})
    void aMessageIsReadWhole(int length) throws FrameException {
        read(frame(FIN | TEXT, "x".repeat(length)));
        assertThat(got).containsExactly("text " + "x".repeat(length));
    }

    @Test
    void aMessageInPartsIsOneWithControlFramesBetween() throws FrameException {
        read(frame(TEXT, "a"));
        read(frame(FIN | PING, "p"));
        read(frame(0, ""));
        read(frame(FIN, "b"));
        assertThat(got).containsExactly("ping p", "text ab");
    }

    @Test
    void howTheBytesAreCutDoesNotMatter() throws FrameException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            String text = "κόσμε😀x".repeat(random.nextInt(20));
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int cut = random.nextInt(bytes.length + 1);
            all.writeBytes(frame(TEXT, Arrays.copyOf(bytes, cut)));
            all.writeBytes(frame(FIN | 10, new byte[] {'o'}));
            all.writeBytes(frame(FIN, Arrays.copyOfRange(bytes, cut, bytes.length)));
            expected.add("pong o");
            expected.add("text " + text);
        }
        ByteBuffer bytes = ByteBuffer.wrap(all.toByteArray());
        while (bytes.hasRemaining()) {
            int length = Math.min(bytes.remaining(), 1 + random.nextInt(50));
            reader.read(bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
        }
        assertThat(got).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8101 41          | 1002 | a frame of a client is not masked",
                "C180 00000000    | 1002 | a reserved bit is set, and no extension was agreed on",
                "8380 00000000    | 1002 | an opcode that is not defined",
                "8B80 00000000    | 1002 | an opcode that is not defined",
                "0980 00000000    | 1002 | a control frame in parts",
                "89FE 007E 00000000 | 1002 | a control frame of more than 125 bytes",
                "8080 00000000    | 1002 | a continuation without a message",
                "0180 00000000 8180 00000000 | 1002 | a message within another one",
                "8280 00000000    | 1003 | messages are text",
                "81FE 03E9 00000000 | 1009 | a message is larger than 1000 bytes",
                "81FF 0000000100000000 00000000 | 1009 | a message is larger than 1000 bytes",
                "81FF 8000000000000000 00000000 | 1002 | a length of more than 63 bits",
                "8181 00000000 80 | 1007 | text that is not UTF-8",
                "8183 00000000 EDA080 | 1007 | text that is not UTF-8",
                "8182 00000000 C3 | - | -",
                "8181 00000000 C3 | 1007 | text that is not UTF-8",
                "0181 00000000 FF | 1007 | text that is not UTF-8",
                "8881 00000000 03 | 1002 | a close frame with a code that nobody sends",
                "8882 00000000 03ED | 1002 | a close frame with a code that nobody sends",
                "8882 00000000 03E7 | 1002 | a close frame with a code that nobody sends",
                "8882 00000000 1388 | 1002 | a close frame with a code that nobody sends",
                "8883 00000000 03E8FF | 1007 | a reason that is not UTF-8",
            })
    void whatIsForbiddenEndsItWithACode(String hex, String code, String reason) throws FrameException {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        if (code.equals("-")) {
            reader.read(ByteBuffer.wrap(bytes));
            assertThat(got).isEmpty();
            return;
        }
        assertThatThrownBy(() -> reader.read(ByteBuffer.wrap(bytes)))
                .isInstanceOfSatisfying(
                        FrameException.class, x -> assertThat(x.code()).isEqualTo(Integer.parseInt(code)))
                .hasMessage(reason);
    }

    @Test
    void partsOfAMessageAreBoundedTogether() throws FrameException {
        read(frame(TEXT, "x".repeat(MAX)));
        assertThatThrownBy(() -> read(frame(FIN, "x")))
                .isInstanceOfSatisfying(
                        FrameException.class, x -> assertThat(x.code()).isEqualTo(CloseCode.TOO_LARGE));
    }

    @ParameterizedTest
    @CsvSource({"03E8, 1000", "03F3, 1011", "0BB8, 3000", "1387, 4999", "'', 1005"})
    void aCloseHasItsCode(String hex, int code) throws FrameException {
        read(frame(FIN | CLOSE, HexFormat.of().parseHex(hex)));
        assertThat(got).containsExactly("close " + code);
    }

    @Test
    void bytesOfAnyKindAreMessagesOrAnException() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean()) {
                bytes[0] = (byte) (FIN | TEXT);
                bytes[1] = (byte) (0x80 | random.nextInt(20));
            }
            try {
                new FrameReader(MAX, new Received()).read(ByteBuffer.wrap(bytes));
            } catch (FrameException x) {
                assertThat(x.code()).isBetween(1000, 1010);
            }
        }
    }

    private void read(byte[] bytes) throws FrameException {
        reader.read(ByteBuffer.wrap(bytes));
    }

    private static byte[] frame(int first, String text) {
        return frame(first, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] frame(int first, byte[] data) {
        ByteBuffer frame = ByteBuffer.allocate(data.length + 14);
        frame.put((byte) first);
        if (data.length < 126) {
            frame.put((byte) (0x80 | data.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) data.length);
        }
        byte[] mask = {1, 2, 3, (byte) 0x84};
        frame.put(mask);
        for (int i = 0; i < data.length; i++) {
            frame.put((byte) (data[i] ^ mask[i % 4]));
        }
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private final class Received implements FrameReader.Receiver {

        @Override
        public void onText(byte[] utf8) {
            got.add("text " + new String(utf8, StandardCharsets.UTF_8));
        }

        @Override
        public void onPing(byte[] data) {
            got.add("ping " + new String(data, StandardCharsets.UTF_8));
        }

        @Override
        public void onPong(byte[] data) {
            got.add("pong " + new String(data, StandardCharsets.UTF_8));
        }

        @Override
        public void onClose(int code) {
            got.add("close " + code);
        }
    }
}
