package dev.medley.stubs.raw;

import static dev.medley.stubs.internal.loop.Wire.BODY;
import static dev.medley.stubs.internal.loop.Wire.CHUNKED;
import static dev.medley.stubs.internal.loop.Wire.JSON;
import static dev.medley.stubs.internal.loop.Wire.chunk;
import static dev.medley.stubs.internal.loop.Wire.firstHalf;
import static dev.medley.stubs.internal.loop.Wire.gzip;
import static dev.medley.stubs.internal.loop.Wire.head;
import static dev.medley.stubs.internal.loop.Wire.inVersion;
import static dev.medley.stubs.internal.loop.Wire.json;
import static dev.medley.stubs.internal.loop.Wire.lastChunk;
import static dev.medley.stubs.internal.loop.Wire.length;
import static dev.medley.stubs.internal.loop.Wire.ok;
import static dev.medley.stubs.internal.loop.Wire.secondHalf;

import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The steps that answer one request, well or badly. */
final class Answers {

    private static final int DEPTH = 100_000;

    private static final int HUGE_FIELDS = 20;

    private static final int HUGE_FIELD_BYTES = 64 * 1024;

    /** The repetitions of something endless within one block, so that each write carries much. */
    private static final int REPEATS = 500;

    private static final String OK_HEAD = ok(JSON, length(BODY.length()));

    /** An answer that no request asked for. */
    private static final String SURPLUS = json("{\"smuggled\":true}");

    /** As many bytes as Jetty's client, and others, read at once. */
    private static final int READ_BYTES = 16 * 1024;

    private static final String HALF_A_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: applic";

    private final RequestHead request;
    private final Duration interval;
    private final ManyNames manyNames;

    Answers(RequestHead request, Duration interval, ManyNames manyNames) {
        this.request = request;
        this.interval = interval;
        this.manyNames = manyNames;
    }

    List<Step> to(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case REFUSE, NEVER_ACCEPT -> throw new IllegalStateException(misbehaviour + " lets no request arrive");
            case OK, EARLY_RESPONSE -> send(OK_HEAD + body());
            case RESET_ON_ACCEPT, RESET_BEFORE_HEADERS -> List.of(Step.reset());
            case RESET_IN_HEADERS -> sendAndReset(HALF_A_HEAD);
            case RESET_IN_BODY -> sendAndReset(OK_HEAD + firstHalf(BODY));
            case CLOSE_BEFORE_HEADERS -> List.of(Step.close());
            case CLOSE_IN_HEADERS -> sendAndClose(HALF_A_HEAD);
            case CLOSE_IN_BODY -> sendAndClose(OK_HEAD + firstHalf(BODY));
            case CLOSE_AFTER_RESPONSE -> sendAndClose(OK_HEAD + body());
            case CLOSE_WHILE_IDLE -> List.of(step(OK_HEAD + body()), Step.awaitSignal(), Step.close());
            case HALF_CLOSE_WHILE_IDLE ->
                List.of(step(OK_HEAD + body()), Step.awaitSignal(), Step.shutdownOutput(), Step.discardInput());
            case DRIP_HEADERS -> drip("", OK_HEAD, body());
            case DRIP_BODY -> drip(OK_HEAD, body(), "");
            case NEVER_ANSWER -> List.of(Step.silence());
            case ENDLESS_BODY ->
                sendForever(ok(JSON, CHUNKED) + chunk("{\"padding\":\""), chunk("and on ".repeat(REPEATS)));
            case ENDLESS_HEADERS -> sendForever("HTTP/1.1 200 OK\r\n", "X-Endless: and on\r\n".repeat(REPEATS));
            case FLOOD_OF_1XX ->
                sendForever("", head("103 Early Hints", "X-Hint: soon").repeat(REPEATS));
            case CONTENT_LENGTH_TOO_LONG -> sendAndHold(ok(JSON, length(BODY.length() + 10)) + BODY);
            case CONTENT_LENGTH_TOO_SHORT -> send(OK_HEAD + BODY + SURPLUS);
            case SURPLUS_BEHIND_READ -> List.of(step(oneRead()), step(SURPLUS));
            case SURPLUS_LATER -> List.of(step(oneRead()), Step.pause(interval), step(SURPLUS));
            case SURPLUS_ON_SIGNAL -> List.of(step(oneRead()), Step.awaitSignal(), step(SURPLUS));
            case DUPLICATE_CONTENT_LENGTH -> send(ok(JSON, length(5), length(BODY.length())) + BODY);
            case CONTENT_LENGTH_AND_TRANSFER_ENCODING -> send(ok(JSON, length(5), CHUNKED) + chunk(BODY) + lastChunk());
            case BAD_CHUNK ->
                send(ok(JSON, CHUNKED) + chunk(firstHalf(BODY)) + "size\r\n" + secondHalf(BODY) + "\r\n" + lastChunk());
            case NEGATIVE_CHUNK_SIZE -> send(ok(JSON, CHUNKED) + "-1\r\n" + BODY + "\r\n" + lastChunk());
            case OVERFLOWING_CHUNK_SIZE ->
                send(ok(JSON, CHUNKED) + "1000000000000001b\r\n" + BODY + "\r\n" + lastChunk());
            case CHUNKED_IN_HTTP_1_0 ->
                send(inVersion("HTTP/1.0", ok(JSON, CHUNKED, "Connection: keep-alive")) + chunk(BODY) + lastChunk());
            case GZIP_TRANSFER_CODING ->
                send(ok(JSON, "Transfer-Encoding: gzip, chunked") + chunk(gzip(BODY)) + lastChunk());
            case UNKNOWN_TRANSFER_CODING -> send(ok(JSON, "Transfer-Encoding: foo") + BODY);
            case STATUS_LINE_OF_HTTP_2_0 -> send(inVersion("HTTP/2.0", OK_HEAD) + body());
            case STATUS_LINE_OF_HTTP_3_7 -> send(inVersion("HTTP/3.7", OK_HEAD) + body());
            case TRUNCATED_CHUNKS -> sendAndClose(ok(JSON, CHUNKED) + firstHalf(chunk(BODY)));
            case NOT_HTTP -> send("\u0016\u0003\u0001\u00ff\u00fe is something else\r\n\r\n");
            case BROKEN_JSON -> send(json("{\"partner\":0,,\"status\":ok]"));
            case TRUNCATED_JSON -> send(json("{\"partner\":0,\"status\":\"o"));
            case BAD_UTF8 -> send(json("{\"partner\":0,\"status\":\"\u00c3(\u00ff\"}"));
            case DEEP_JSON -> send(json("{\"partner\":" + "[".repeat(DEPTH) + "]".repeat(DEPTH) + "}"));
            case MANY_NAMES -> List.of(step(ok(JSON, length(manyNames.length()))), manyNames.send());
            case UNSOLICITED_100 -> send(head("100 Continue") + OK_HEAD + body());
            case BODY_ON_204 -> send(head("204 No Content", JSON, length(BODY.length())) + BODY);
            case HUGE_HEADERS -> send(hugeHead() + body());
            case EARLY_413 -> send(head("413 Content Too Large", length(0)));
            case REDIRECT_LOOP -> send(head("302 Found", "Location: " + request.target(), length(0)));
        };
    }

    /** The body of a correct answer, which has none if only its head was asked for. */
    private String body() {
        return request.method().equals("HEAD") ? "" : BODY;
    }

    /** A correct answer of {@link #READ_BYTES} bytes: white space after the JSON makes up the length. */
    private static String oneRead() {
        // The length of the body has as many digits as the whole length, so that both heads are equally long.
        int bodyLength = READ_BYTES - ok(JSON, length(READ_BYTES)).length();
        return json(BODY + " ".repeat(bodyLength - BODY.length()));
    }

    private static String hugeHead() {
        List<String> fields = new ArrayList<>(List.of(JSON, length(BODY.length())));
        for (int i = 0; i < HUGE_FIELDS; i++) {
            fields.add("X-Huge-" + i + ": " + "v".repeat(HUGE_FIELD_BYTES));
        }
        return ok(fields.toArray(String[]::new));
    }

    private static Step step(String text) {
        return Step.send(Wire.bytes(text));
    }

    private static List<Step> send(String text) {
        return List.of(step(text));
    }

    private static List<Step> sendForever(String first, String block) {
        return List.of(step(first), Step.sendForever(Wire.bytes(block)));
    }

    private static List<Step> sendAndHold(String text) {
        return List.of(step(text), Step.silence());
    }

    private static List<Step> sendAndClose(String text) {
        return List.of(step(text), Step.close());
    }

    private List<Step> sendAndReset(String text) {
        return List.of(step(text), Step.pause(interval), Step.reset());
    }

    private List<Step> drip(String before, String slowly, String after) {
        List<Step> steps = new ArrayList<>();
        steps.add(step(before));
        for (byte next : Wire.bytes(slowly)) {
            steps.add(Step.pause(interval));
            steps.add(Step.send(new byte[] {next}));
        }
        steps.add(step(after));
        return steps;
    }
}
