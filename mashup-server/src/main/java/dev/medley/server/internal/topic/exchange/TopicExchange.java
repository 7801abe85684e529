package dev.medley.server.internal.topic.exchange;

import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.TopicUse;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A request for topics and its reply: of Medley's own server, or of a servlet container. Either {@link #reply} ends it, or {@link #begin},
 * then writes, one at a time, and {@link #end}. Thread-safe where a method does not say otherwise.
 */
public interface TopicExchange {

    /** Returns the method. */
    String method();

    /** Returns the path within the application, without the query. */
    String path();

    /** Returns the query; null for none. */
    @Nullable
    String query();

    /** Returns the fields of the request, which may be kept. */
    HttpFields fields();

    /** Returns host and port that the client has asked for; null if it has not said so. */
    @Nullable
    String authority();

    /** Returns {@code http} or {@code https}. */
    String scheme();

    /** Returns the protocol, such as {@code HTTP/1.1}. */
    String protocol();

    /** Returns the address of the client. */
    String remoteAddress();

    /** Returns the verified certificates of the client; none if it has shown none. */
    List<X509Certificate> certificates();

    /** Returns the value of a cookie; null if there is none. */
    @Nullable
    String cookie(String name);

    /** Sets an attribute of the request, for logs. */
    void attribute(String name, Object value);

    /** Returns what becomes of it. */
    TopicUse use();

    /** Sets a field of the reply, before that begins. */
    void replyField(String name, String value);

    /** Returns the body of the request. */
    Content.Source body();

    /** Replies, and ends the exchange. */
    void reply(Reply reply);

    /**
     * The reply takes long on purpose: no time-out ends it.
     *
     * @param isSession whether it goes on until somebody ends it
     */
    void lasts(boolean isSession);

    /** Sets what is called if the client leaves before the end of the reply. Once, before the reply begins. */
    void onFailure(Consumer<Throwable> listener);

    /** Begins a reply with status 200 whose body is written piece by piece. */
    void begin(String type);

    /**
     * Writes a piece of the body, once the one before is written.
     *
     * @param last whether none follows but the {@linkplain #end end}
     * @param written called by any thread, once the piece is with the kernel or has failed
     */
    void write(boolean last, ByteBuffer bytes, Callback written);

    /** Ends a reply that was begun; with a failure, it is cut off. */
    void end(@Nullable Throwable failure);
}
