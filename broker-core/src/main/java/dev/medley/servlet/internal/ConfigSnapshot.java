package dev.medley.servlet.internal;

import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.access.AccessProvider;
import dev.medley.servlet.internal.reply.ReplyCompression;
import dev.medley.servlet.internal.reply.ReplyFields;
import dev.medley.servlet.internal.reply.ReplyForm;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The configuration between two reloads, as mashups see it. A request keeps the snapshot of its arrival to its end. Immutable.
 *
 * @param broker carries the exchanges out, with the partners of the configuration
 * @param deadline of a whole mashup
 * @param maxRequestBody bytes of an inbound request's body at most
 * @param replyFields of each reply
 * @param replyForm the form of replies
 * @param access decides who may call mashups; null if anybody may
 */
public record ConfigSnapshot(
        DefaultBroker broker,
        Duration deadline,
        int maxRequestBody,
        ReplyFields replyFields,
        ReplyForm replyForm,
        @Nullable AccessControl access) {

    /** Begins what it does by itself. */
    void start() {
        if (access != null) {
            access.start();
        }
    }

    /** Ends that. */
    void stop() {
        if (access != null) {
            access.stop(null);
        }
    }

    /** Requests have {@code next} from now on. */
    void handOverTo(ConfigSnapshot next, long maxHeldBytes) {
        broker.handOverTo(next.broker, maxHeldBytes);
        next.start();
        if (access != null) {
            access.stop(next.access);
        }
    }

    /**
     * Returns the part of {@code configuration} for mashups, whose partners {@code broker} has.
     *
     * @param before the snapshot that this one follows, or null
     */
    static ConfigSnapshot of(Configuration configuration, DefaultBroker broker, @Nullable ConfigSnapshot before) {
        ServerSettings settings = configuration.server();
        return new ConfigSnapshot(
                broker,
                configuration.deadline(),
                Math.toIntExact(settings.maxRequestBody()),
                new ReplyFields(settings.requestIds(), settings.serverTiming()),
                new ReplyForm(ReplyCompression.of(settings.edge().compression())),
                AccessProvider.of(configuration, broker, before == null ? null : before.access()));
    }
}
