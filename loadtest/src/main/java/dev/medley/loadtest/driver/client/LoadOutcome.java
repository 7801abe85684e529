package dev.medley.loadtest.driver.client;

import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a request.
 *
 * @param error null if it succeeded
 * @param message what the error is, in few words that are the same for all of its like
 * @param bytes of the body that were received
 */
public record LoadOutcome(@Nullable ErrorKind error, String message, long bytes) {

    private static final int EXPECTED_STATUS = 200;
    private static final int LONGEST_MESSAGE = 120;

    public static LoadOutcome success(long bytes) {
        return new LoadOutcome(null, "", bytes);
    }

    public static LoadOutcome error(ErrorKind kind, String message, long bytes) {
        return new LoadOutcome(kind, message, bytes);
    }

    /** Of a request for which there was no connection. */
    public static LoadOutcome notConnected(Throwable failure) {
        if (isLocal(failure)) {
            return error(ErrorKind.DRIVER_LIMIT, describe(failure), 0);
        }
        if (failure instanceof TimeoutException) {
            return error(ErrorKind.TLS_HANDSHAKE, "not completed in time", 0);
        }
        return failure instanceof SSLException ? handshake(failure) : error(ErrorKind.CONNECT, describe(failure), 0);
    }

    /** Of a request that was sent, or was about to be. */
    public static LoadOutcome broken(Throwable failure, long bytes) {
        if (failure instanceof TimeoutException) {
            return late(bytes);
        }
        // With TLS 1.3 a target refuses the client's certificate, or that there is none, after the handshake.
        boolean refused = failure instanceof SSLHandshakeException;
        return refused ? handshake(failure) : error(ErrorKind.OTHER, describe(failure), bytes);
    }

    private static LoadOutcome handshake(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return error(ErrorKind.TLS_HANDSHAKE, describe(root), 0);
    }

    /** Of a request that took too long. */
    public static LoadOutcome late(long bytes) {
        return error(ErrorKind.TIMEOUT, "no complete answer in time", bytes);
    }

    /**
     * Of a request that was answered in full: a success is status 200 and, in UTF-8, a body that contains the text.
     *
     * @param expectedText null for any
     */
    public static LoadOutcome answered(int status, AnswerReader body, @Nullable String expectedText) {
        if (status != EXPECTED_STATUS) {
            return error(ErrorKind.STATUS, "status " + status, body.bytes());
        }
        boolean expected =
                expectedText == null || new String(body.kept(), StandardCharsets.UTF_8).contains(expectedText);
        return expected ? success(body.bytes()) : error(ErrorKind.CONTENT, "not the expected body", body.bytes());
    }

    /** Returns whether there was an answer to the last byte, if not the expected one. */
    public boolean complete() {
        return error == null || error == ErrorKind.STATUS || error == ErrorKind.CONTENT;
    }

    /** Returns whether the target answered, or at least had its time. */
    public boolean reachedTarget() {
        return complete() || error == ErrorKind.TIMEOUT;
    }

    private static boolean isLocal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Connections.LimitException
                    || cause instanceof BindException
                    || String.valueOf(cause.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains("too many open files")) {
                return true;
            }
        }
        return false;
    }

    private static String describe(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        // Jetty names the connection in some messages, which would make each of them different.
        if (message == null || message.contains("@")) {
            return name;
        }
        String text = name + ": " + message;
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "...";
    }
}
