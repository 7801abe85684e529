package dev.medley.loadtest.clients;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The settings of a client program.
 *
 * @param partners the addresses of the partners, which get the requests in turn
 * @param h2c whether to speak HTTP/2 in the clear, with prior knowledge, in place of HTTP/1.1
 * @param maxRequests the most requests at once
 */
public record ClientOptions(List<URI> partners, boolean h2c, int maxRequests) {

    /** The bound on each wait of a request: for a connection, and for the response. */
    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The processors, to which each client fits the number of its threads that select. */
    public static final int CORES = Runtime.getRuntime().availableProcessors();

    /** Streams of one HTTP/2 connection at a time; the stubs permit more. */
    public static final int MAX_STREAMS = 1000;

    static final String USAGE = "expected --partners URL[,URL...] --max-requests N [--protocol http/1.1|h2c]";

    /** Copies the addresses. */
    public ClientOptions {
        partners = List.copyOf(partners);
    }

    /** The most requests at once to one of the partners. */
    public int maxRequestsPerPartner() {
        return ceilDiv(maxRequests, partners.size());
    }

    /** The most HTTP/2 connections to one of the partners. */
    public int maxHttp2ConnectionsPerPartner() {
        return ceilDiv(maxRequestsPerPartner(), MAX_STREAMS);
    }

    private static int ceilDiv(int dividend, int divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    /**
     * Reads the arguments of a client program.
     *
     * @throws IllegalArgumentException if one is missing, unknown or has no valid value
     */
    static ClientOptions parse(String... arguments) {
        List<URI> partners = List.of();
        int maxRequests = 0;
        boolean h2c = false;
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("%s has no value: %s".formatted(arguments[i], USAGE));
            }
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "--partners" ->
                    partners = Arrays.stream(value.split(",", -1))
                            .map(ClientOptions::partner)
                            .toList();
                case "--max-requests" -> maxRequests = number("--max-requests", value);
                case "--protocol" -> h2c = isH2c(value);
                default -> throw new IllegalArgumentException("%s is unknown: %s".formatted(arguments[i], USAGE));
            }
        }
        if (partners.isEmpty() || maxRequests == 0) {
            throw new IllegalArgumentException(
                    "%s is missing: %s".formatted(partners.isEmpty() ? "--partners" : "--max-requests", USAGE));
        }
        return new ClientOptions(partners, h2c, maxRequests);
    }

    /**
     * Reads a whole number above zero.
     *
     * @param name what it is, for the message
     * @throws IllegalArgumentException if it is none
     */
    static int number(String name, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("%s is %s, expected a whole number from 1".formatted(name, value), x);
        }
        throw new IllegalArgumentException("%s is %s, expected a whole number from 1".formatted(name, value));
    }

    private static URI partner(String value) {
        URI partner = URI.create(value);
        if (!"http".equals(partner.getScheme()) || partner.getHost() == null || partner.getPort() <= 0) {
            throw new IllegalArgumentException("--partners has %s, expected http://HOST:PORT".formatted(value));
        }
        return partner;
    }

    private static boolean isH2c(String value) {
        return switch (value) {
            case "http/1.1" -> false;
            case "h2c" -> true;
            default ->
                throw new IllegalArgumentException("--protocol is %s, expected http/1.1 or h2c".formatted(value));
        };
    }
}
