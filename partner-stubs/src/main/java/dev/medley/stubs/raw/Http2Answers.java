package dev.medley.stubs.raw;

import static dev.medley.stubs.internal.loop.Wire.BODY;
import static dev.medley.stubs.internal.loop.Wire.firstHalf;
import static dev.medley.stubs.internal.loop.Wire.secondHalf;

import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.http2.ErrorCode;

/** The steps that answer the request of one stream, well or badly. */
final class Http2Answers {

    private static final int UNKNOWN_TYPE = 0xBA;

    /** The repetitions of something endless within one block, so that each write carries much. */
    private static final int REPEATS = 500;

    private static final String LENGTH = String.valueOf(BODY.length());

    private static final byte[] OK_HEAD = head("200", LENGTH);

    private final RawStream stream;
    private final int id;
    private final Duration interval;

    Http2Answers(RawStream stream, Duration interval) {
        this.stream = stream;
        this.id = stream.number();
        this.interval = interval;
    }

    List<Step> to(Http2Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OK,
                    RESET_ON_ACCEPT,
                    NO_SETTINGS,
                    NO_SETTINGS_ACK,
                    NO_PING_ACK,
                    NEVER_READ,
                    HTTP_1_1_ANSWER,
                    NO_WINDOW,
                    ONE_STREAM,
                    NO_STREAM -> ok();
            case OK_ON_SIGNAL -> joined(List.of(Step.awaitSignal()), ok());
            case GOAWAY_BELOW -> List.of(goAway(below(), ErrorCode.NO_ERROR));
            case GOAWAY_BELOW_AND_CLOSE -> closing(goAway(below(), ErrorCode.NO_ERROR));
            case GOAWAY_ENHANCE_YOUR_CALM -> closing(goAway(below(), ErrorCode.ENHANCE_YOUR_CALM_ERROR));
            case GOAWAY_BEFORE_RESPONSE -> joined(List.of(goAway(id, ErrorCode.NO_ERROR)), ok());
            case GOAWAY_IN_BODY ->
                List.of(
                        headers(OK_HEAD),
                        data(firstHalf(BODY), false),
                        goAway(id, ErrorCode.NO_ERROR),
                        data(secondHalf(BODY), true));
            case GOAWAY_AND_CLOSE -> closing(goAway(id, ErrorCode.NO_ERROR));
            case GOAWAY_IN_BODY_AND_CLOSE ->
                closing(headers(OK_HEAD), data(firstHalf(BODY), false), goAway(id, ErrorCode.NO_ERROR));
            case GOAWAY_WHILE_IDLE -> joined(ok(), List.of(Step.awaitSignal(), goAwayAtYoungest()));
            case GOAWAY_IN_TWO_STEPS ->
                joined(
                        List.of(send(Frame.goAway(Integer.MAX_VALUE, 0))),
                        joined(ok(), List.of(Step.awaitSignal(), goAwayAtYoungest())));
            case REFUSED_STREAM -> List.of(reset(ErrorCode.REFUSED_STREAM_ERROR));
            case RESET_CANCEL -> List.of(reset(ErrorCode.CANCEL_STREAM_ERROR));
            case RESET_INTERNAL_ERROR -> List.of(reset(ErrorCode.INTERNAL_ERROR));
            case RESET_ENHANCE_YOUR_CALM -> List.of(reset(ErrorCode.ENHANCE_YOUR_CALM_ERROR));
            case RESET_HTTP_1_1_REQUIRED -> List.of(reset(ErrorCode.HTTP_1_1_REQUIRED_ERROR));
            case RESET_NO_ERROR -> List.of(reset(ErrorCode.NO_ERROR));
            case RESET_AFTER_HEADERS ->
                List.of(headers(OK_HEAD), Step.pause(interval), reset(ErrorCode.INTERNAL_ERROR));
            case RESET_IN_BODY ->
                List.of(
                        headers(OK_HEAD),
                        data(firstHalf(BODY), false),
                        Step.pause(interval),
                        reset(ErrorCode.INTERNAL_ERROR));
            case RESET_CONNECTION -> List.of(Step.reset());
            case RESET_CONNECTION_IN_BODY ->
                List.of(headers(OK_HEAD), data(firstHalf(BODY), false), Step.pause(interval), Step.reset());
            case CLOSE_CONNECTION -> List.of(Step.close());
            case CLOSE_CONNECTION_IN_HEADERS -> closing(Step.send(half(Frame.headers(id, OK_HEAD, false))));
            case CLOSE_CONNECTION_IN_BODY -> closing(headers(OK_HEAD), data(firstHalf(BODY), false));
            case CLOSE_WHILE_IDLE -> joined(ok(), List.of(Step.awaitSignal(), Step.close()));
            case NEVER_ANSWER -> List.of(Step.silence());
            case DRIP_HEADERS -> joined(drippedHeaders(), List.of(body(BODY, true)));
            case DRIP_BODY -> joined(List.of(headers(OK_HEAD)), drippedBody());
            case ENDLESS_BODY -> List.of(headers(HeaderBlock.of(":status", "200")), endless());
            case EARLY_RESPONSE -> joined(ok(), List.of(Step.awaitRequest()));
            case EARLY_413 -> List.of(send(Frame.headers(id, head("413", "0"), true)), reset(ErrorCode.NO_ERROR));
            case UNSOLICITED_100 -> joined(List.of(headers(HeaderBlock.of(":status", "100"))), ok());
            case TRAILERS ->
                List.of(
                        headers(OK_HEAD),
                        body(BODY, false),
                        send(Frame.headers(id, HeaderBlock.of("x-checksum", "27"), true)));
            case UNKNOWN_FRAMES -> List.of(unknown(), headers(OK_HEAD), unknown(), body(BODY, true));
            case PADDED_DATA -> List.of(headers(OK_HEAD), send(padded(100)));
            case DATA_AFTER_END -> joined(ok(), List.of(data("surplus", false)));
            case HEADERS_AFTER_END -> joined(ok(), List.of(headers(OK_HEAD)));
            case DATA_BEFORE_HEADERS -> List.of(data(BODY, true));
            case BODY_TOO_LONG -> List.of(headers(OK_HEAD), data(BODY + BODY, true));
            case BODY_TOO_SHORT -> List.of(headers(OK_HEAD), data(firstHalf(BODY), true));
            case NO_BODY -> List.of(send(Frame.headers(id, OK_HEAD, true)));
            case BODY_ON_204 -> List.of(headers(head("204", LENGTH)), data(BODY, true));
            case NO_STATUS -> respond("content-length", LENGTH);
            case TWO_STATUSES -> respond(":status", "200", ":status", "500", "content-length", LENGTH);
            case BAD_STATUS -> respond(":status", "ok", "content-length", LENGTH);
            case STATUS_LAST -> respond("content-length", LENGTH, ":status", "200");
            case REQUEST_PSEUDO_HEADER -> respond(":status", "200", ":path", "/", "content-length", LENGTH);
            case UPPERCASE_NAME -> respond(":status", "200", "Content-Length", LENGTH);
            case CONNECTION_HEADERS ->
                respond(":status", "200", "connection", "keep-alive", "transfer-encoding", "chunked");
            case LINE_BREAK_IN_VALUE -> respond(":status", "200", "x-line", "one\r\nx-smuggled: two");
            default -> new Http2Violations(id).to(misbehaviour, ok());
        };
    }

    private List<Step> ok() {
        return stream.method().equals("HEAD")
                ? List.of(send(Frame.headers(id, OK_HEAD, true)))
                : List.of(headers(OK_HEAD), body(BODY, true));
    }

    private List<Step> respond(String... namesAndValues) {
        return List.of(headers(HeaderBlock.of(namesAndValues)), data(BODY, true));
    }

    static byte[] head(String status, String length) {
        return HeaderBlock.of(":status", status, "content-type", "application/json", "content-length", length);
    }

    /** The stream of a client below this one; 0 if this is the first. */
    private int below() {
        return Math.max(0, id - 2);
    }

    private Step goAway(int lastStream, ErrorCode code) {
        return target -> {
            stream.connection().goAway(stream, lastStream, code.code);
            return Step.Progress.DONE;
        };
    }

    private Step goAwayAtYoungest() {
        return target -> {
            stream.connection().goAway(stream, stream.connection().lastStream(), ErrorCode.NO_ERROR.code);
            return Step.Progress.DONE;
        };
    }

    private List<Step> closing(Step... before) {
        return joined(Arrays.asList(before), List.of(Step.pause(interval), Step.close()));
    }

    private Step reset(ErrorCode code) {
        return send(Frame.reset(id, code.code));
    }

    private Step headers(byte[] block) {
        return send(Frame.headers(id, block, false));
    }

    /** DATA within the windows of the client. */
    private Step body(String text, boolean last) {
        ByteBuffer bytes = ByteBuffer.wrap(Wire.bytes(text));
        return target -> stream.sendData(bytes, last);
    }

    /** DATA whether or not the client has a window for it. */
    private Step data(String text, boolean last) {
        return send(Frame.data(id, text, last));
    }

    private Step endless() {
        ByteBuffer bytes = ByteBuffer.wrap(Wire.bytes("and on ".repeat(REPEATS)));
        return target -> {
            Step.Progress progress = stream.sendData(bytes, false);
            if (!bytes.hasRemaining()) {
                bytes.rewind();
                return Step.Progress.WAIT_TO_WRITE;
            }
            return progress;
        };
    }

    private List<Step> drippedHeaders() {
        List<Step> steps = new ArrayList<>(List.of(send(new Frame(Frame.HEADERS, 0, id, new byte[0]))));
        for (int i = 0; i < OK_HEAD.length; i++) {
            int flags = i == OK_HEAD.length - 1 ? Frame.END_HEADERS : 0;
            steps.add(Step.pause(interval));
            steps.add(send(new Frame(Frame.CONTINUATION, flags, id, new byte[] {OK_HEAD[i]})));
        }
        return steps;
    }

    private List<Step> drippedBody() {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < BODY.length(); i++) {
            steps.add(Step.pause(interval));
            steps.add(body(BODY.substring(i, i + 1), i == BODY.length() - 1));
        }
        return steps;
    }

    private Step unknown() {
        return send(new Frame(UNKNOWN_TYPE, 0xFF, id, new byte[] {1, 2, 3}));
    }

    private Frame padded(int padding) {
        byte[] body = Wire.bytes(BODY);
        ByteBuffer payload = ByteBuffer.allocate(1 + body.length + padding)
                .put((byte) padding)
                .put(body);
        return new Frame(Frame.DATA, Frame.END_STREAM | Frame.PADDED, id, payload.array());
    }

    private static byte[] half(Frame frame) {
        byte[] bytes = frame.bytes();
        return Arrays.copyOf(bytes, bytes.length / 2);
    }

    static Step send(Frame frame) {
        return Step.send(frame.bytes());
    }

    private static List<Step> joined(List<Step> first, List<Step> second) {
        List<Step> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
