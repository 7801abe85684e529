package dev.medley.servlet.internal;

import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.servlet.internal.reply.ReplyCompression;
import dev.medley.servlet.internal.reply.ReplyFields;
import dev.medley.servlet.internal.reply.ReplyForm;
import java.time.Duration;

/**
 * The configuration between two reloads, as mashups see it. A request keeps the snapshot of its arrival to its end. Immutable.
 *
 * @param broker carries the exchanges out, with the partners of the configuration
 * @param deadline of a whole mashup
 * @param maxRequestBody bytes of an inbound request's body at most
 * @param replyFields of each reply
 * @param replyForm the form of replies
 */
public record ConfigSnapshot(
        DefaultBroker broker, Duration deadline, int maxRequestBody, ReplyFields replyFields, ReplyForm replyForm) {

    /** Returns the part of {@code configuration} for mashups, whose partners {@code broker} has. */
    static ConfigSnapshot of(Configuration configuration, DefaultBroker broker) {
        ServerSettings settings = configuration.server();
        return new ConfigSnapshot(
                broker,
                configuration.deadline(),
                Math.toIntExact(settings.maxRequestBody()),
                new ReplyFields(settings.requestIds(), settings.serverTiming()),
                new ReplyForm(ReplyCompression.of(settings.edge().compression())));
    }
}
