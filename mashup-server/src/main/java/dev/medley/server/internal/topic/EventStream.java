package dev.medley.server.internal.topic;

import dev.medley.server.internal.topic.access.AccessCheck;
import dev.medley.server.internal.topic.access.SessionLimits;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.topic.SlowClients;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.log.LogMessage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A session as Server-Sent Events (HTML, section 9.2). All but what says otherwise runs at the dispatcher of the session.
 *
 * <p>The id of an event is the position behind it, of all subscriptions if there are several: a client that reconnects shows the last one.
 */
final class EventStream implements Session.Transport, Session.Collector, Callback, TopicSessions.Watched {

    /** Bytes of a write, after which no further message is taken: a client that reads nothing holds no more. */
    private static final int WRITE = 32 * 1024;

    private static final int MESSAGES = 256;

    private final TopicSessions sessions;
    private final Session session;
    private final AccessCheck check;
    private final SessionLimits.Share share;
    private final TopicExchange exchange;
    private final List<Subscription> subscriptions = new ArrayList<>(1);
    private final ByteArrayOutputStream next = new ByteArrayOutputStream(256);
    private final List<LogMessage> written = new ArrayList<>(1);
    /** Whether the first event, which has the positions, is there: what subscriptions report before that waits. */
    private boolean begun;

    private boolean writes;
    private boolean isLast;
    /** Whether the last event is with the kernel, or on its way there. */
    private boolean lastWritten;

    private boolean ended;
    private long lastWriteNanos;

    /**
     * Creates a stream.
     *
     * @param share what it holds of the limits, until it ends
     */
    EventStream(
            TopicSessions sessions,
            Dispatcher dispatcher,
            TopicAccess access,
            SessionLimits.Share share,
            TopicExchange exchange) {
        this.sessions = sessions;
        this.share = share;
        session = new Session(dispatcher, this);
        this.exchange = exchange;
        lastWriteNanos = sessions.clock().nanoTime();
        check = new AccessCheck(access, lastWriteNanos);
    }

    @Override
    public SessionKind kind() {
        return SessionKind.EVENTS;
    }

    @Override
    public Session session() {
        return session;
    }

    /** Returns whether it has ended: the client may leave before it begins. */
    boolean isOver() {
        return ended;
    }

    /** Begins with {@code subscriptions}. */
    void begin(List<Subscription> ofIt) {
        begun = true;
        subscriptions.addAll(ofIt);
        // An id without data: a client that loses its connection before the first message resumes here.
        append("retry: %d\nid: %s\n\n".formatted(sessions.retryMillis(), positions(null, 0)));
        sessions.add(this);
        write();
    }

    @Override
    public void onMessages() {
        write();
    }

    /** Writes what there is, unless a write is under way. */
    private void write() {
        if (!begun || writes || ended) {
            return;
        }
        while (next.size() < WRITE && written.size() < MESSAGES && session.hasMessages()) {
            session.collect(this, MESSAGES - written.size(), WRITE - next.size());
        }
        if (next.size() > 0 || isLast) {
            ByteBuffer bytes = ByteBuffer.wrap(next.toByteArray());
            next.reset();
            writes = true;
            lastWritten = isLast;
            lastWriteNanos = sessions.clock().nanoTime();
            exchange.write(isLast, bytes, this);
        }
    }

    @Override
    public void onGap(Subscription subscription, long first) {
        if (subscription.isUnderWay() && subscription.topic().settings().slowClients() == SlowClients.DISCONNECT) {
            markLast();
        }
        if (isLast) {
            return;
        }
        String epoch = subscription.topic().log().epoch();
        append("event: gap\nid: %s\ndata: {\"subjects\":\"%s\",\"first\":\"%s:%d\"}\n\n"
                .formatted(
                        positions(subscription, first - 1),
                        subscription.selection().pattern(),
                        epoch,
                        first));
    }

    @Override
    public void onMessage(Subscription subscription, LogMessage message, long previous) {
        if (isLast) {
            return;
        }
        String epoch = subscription.topic().log().epoch();
        // Each message of each session comes here: no format.
        append("id: " + positions(subscription, message.offset()) + "\ndata: {\"prev\":\"" + epoch + ':' + previous
                + "\",");
        next.writeBytes(message.members());
        append("\n\n");
        written.add(message);
    }

    /** Returns the positions as they are once {@code subscription} has come to {@code offset}. */
    private String positions(@Nullable Subscription subscription, long offset) {
        if (subscriptions.size() == 1) {
            Subscription only = subscriptions.get(0);
            return subscription == null ? only.resumption().toString() : position(only, offset);
        }
        return subscriptions.stream()
                .map(each -> each.selection().pattern() + "="
                        + (each == subscription
                                ? position(each, offset)
                                : each.resumption().toString()))
                .collect(Collectors.joining(";"));
    }

    /** Returns the text of a position, which is known to be one. */
    private static String position(Subscription subscription, long offset) {
        return subscription.topic().log().epoch() + ':' + Math.max(0, offset);
    }

    private void append(String text) {
        next.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The write is with the kernel. By any thread. */
    @Override
    public void succeeded() {
        session.dispatcher().run(this::written);
    }

    private void written() {
        writes = false;
        sessions.written(written);
        written.clear();
        if (lastWritten) {
            close(null);
        } else if (isLast || session.hasMessages() || next.size() > 0) {
            // Others first: a client that reads fast may have much to catch up with.
            session.dispatcher().executeBehindOthers(this::write);
        }
    }

    /** The client has left, or the connection is broken. By any thread. */
    @Override
    public void failed(Throwable failure) {
        session.dispatcher().run(() -> close(failure));
    }

    private void close(@Nullable Throwable failure) {
        if (ended) {
            return;
        }
        ended = true;
        session.close();
        share.close();
        exchange.end(failure);
        // Behind it: whoever waits for the end of all sessions may then end what carries them.
        sessions.remove(this);
    }

    /** The client reconnects, and resumes. */
    @Override
    public void endSoon() {
        if (!isLast) {
            markLast();
            write();
        }
    }

    /** The client is to come back later. Scripts do not see the field with the time. */
    private void markLast() {
        int after = sessions.reconnectMillis();
        markLast("reconnect", "{\"after\":%d}".formatted(after), after);
    }

    /** Writes nothing more behind a last event. */
    private void markLast(String event, String data, int retryMillis) {
        isLast = true;
        session.close();
        next.reset();
        append("event: %s\nretry: %d\ndata: %s\n\n".formatted(event, retryMillis, data));
    }

    /** The client may not have this any more; when it comes back, the reply says so again. */
    private void refuse(RefusedException refusal) {
        if (!isLast) {
            markLast("refused", "{\"status\":%d}".formatted(refusal.reply().status()), sessions.reconnectMillis());
            write();
        }
    }

    @Override
    public void look(long now, long heartbeat) {
        if (subscriptions.stream().anyMatch(each -> each.topic().isClosed())) {
            // The client comes back, and is told that there is no such topic.
            endSoon();
            return;
        }
        check.look(now, subscriptions, session.dispatcher(), (subscription, refusal) -> refuse(refusal));
        long silent = now - lastWriteNanos;
        if (writes) {
            if (silent > sessions.writeTimeoutNanos(subscriptions)) {
                failed(new TimeoutException("the client has taken nothing for too long"));
            }
        } else if (silent > heartbeat) {
            append(":\n\n");
            write();
        }
    }

    /** Small, and without waiting. */
    @Override
    public InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }
}
