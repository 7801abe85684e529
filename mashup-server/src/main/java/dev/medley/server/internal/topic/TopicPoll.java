package dev.medley.server.internal.topic;

import dev.medley.mashup.Reply;
import dev.medley.server.internal.topic.access.SessionLimits;
import dev.medley.thread.internal.Clock;
import dev.medley.topic.Position;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.StartPosition;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.log.LogMessage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One poll: it is replied to with the messages behind a position, at once if there are some, or when the next one comes, or without
 * one after a while. Runs at its dispatcher.
 */
final class TopicPoll implements Session.Transport, Session.Collector {

    private static final int MESSAGES = 1000;
    private static final int BYTES = 256 * 1024;

    private final Session session;
    private final SessionLimits.Share share;
    private final Consumer<Reply> end;
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private @Nullable Subscription subscription;
    private Clock.@Nullable ScheduledTask alarm;
    private Runnable waitsNoMore = () -> {};
    private boolean isGap;
    private boolean ended;
    private long through;

    /**
     * Creates a poll.
     *
     * @param share what it holds of the limits, until it ends
     * @param end called once, with the reply
     */
    TopicPoll(Dispatcher dispatcher, SessionLimits.Share share, Consumer<Reply> end) {
        session = new Session(dispatcher, this);
        this.share = share;
        this.end = end;
    }

    Session session() {
        return session;
    }

    /**
     * Begins.
     *
     * @param waitNanos for a message, at most; without a position the reply, which has the newest one, comes at once
     */
    void begin(Subscriptions.Wanted wanted, TopicSessions sessions, long waitNanos) {
        if (ended) {
            // The client has left before.
            return;
        }
        Subscription begun = wanted.in(session);
        subscription = begun;
        through = begun.position();
        boolean asks = wanted.start().kind() != StartPosition.Kind.NOW;
        if (session.hasMessages()) {
            reply();
        } else if (!asks || waitNanos == 0) {
            reply();
        } else {
            alarm = sessions.clock()
                    .schedule(waitNanos, () -> session.dispatcher().execute(this::reply));
            // A server that stops does not wait for it.
            waitsNoMore = sessions.waits(session.dispatcher(), this::reply);
        }
    }

    @Override
    public void onMessages() {
        if (subscription != null) {
            reply();
        }
    }

    private void reply() {
        Subscription of = subscription;
        if (ended || of == null) {
            return;
        }
        session.collect(this, MESSAGES, BYTES);
        close();
        String epoch = of.topic().log().epoch();
        String head = "{\"position\":\"%s\",\"gap\":%s,\"messages\":["
                .formatted(new Position(epoch, Math.max(through, of.position())), isGap);
        ByteArrayOutputStream body = new ByteArrayOutputStream(head.length() + messages.size() + 2);
        body.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(messages.toByteArray());
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        end.accept(Reply.bytes("application/json", body.toByteArray()).header("Cache-Control", "no-store"));
    }

    /** The client has left. */
    void cancel() {
        session.dispatcher().run(this::close);
    }

    private void close() {
        ended = true;
        session.close();
        share.close();
        waitsNoMore.run();
        if (alarm != null) {
            alarm.cancel();
        }
    }

    @Override
    public void onGap(Subscription of, long first) {
        isGap = true;
        through = first - 1;
    }

    @Override
    public void onMessage(Subscription of, LogMessage message, long previous) {
        String head = "%s{\"prev\":\"%s:%d\","
                .formatted(messages.size() == 0 ? "" : ",", of.topic().log().epoch(), previous);
        messages.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        messages.writeBytes(message.members());
        through = message.offset();
    }
}
