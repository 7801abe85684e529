package dev.medley.server.internal.topic.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.exchange.TopicRequest;
import dev.medley.thread.internal.Clock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * Tickets: in place of the fields that a browser cannot set for an {@code EventSource} or a {@code WebSocket}, it shows what an
 * authenticated request has got, once. Thread-safe.
 */
public final class Tickets {

    /** The parameter that shows one; logs and recordings mask it. */
    static final String PARAMETER = "ticket";

    static final Duration VALID = Duration.ofSeconds(30);

    private static final int BYTES = 24;
    private static final int MOST = 100_000;

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, TopicRequest> open;

    /** Creates tickets without any; {@code clock} says when one expires. */
    public Tickets(Clock clock) {
        open = Caffeine.newBuilder()
                .maximumSize(MOST)
                .ticker(clock::nanoTime)
                .executor(Runnable::run)
                .expireAfterWrite(VALID)
                .build();
    }

    /** Returns a new one, which shows what {@code request} has shown. */
    String issue(TopicRequest request) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        open.put(ticket, request);
        return ticket;
    }

    /**
     * Takes one: it is not valid any more.
     *
     * @throws RefusedException if it is unknown, has been used, or has expired
     */
    TopicRequest redeem(String ticket) {
        TopicRequest request = open.asMap().remove(ticket);
        if (request == null) {
            throw new RefusedException(Problem.of(
                            Status.UNAUTHORIZED,
                            "the ticket is unknown, has been used, or is older than %d s".formatted(VALID.toSeconds()))
                    .toReply());
        }
        return request;
    }
}
