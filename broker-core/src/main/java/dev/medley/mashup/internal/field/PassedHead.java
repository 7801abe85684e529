package dev.medley.mashup.internal.field;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import java.util.List;

/** What a reply has of the head of the response whose body is streamed into it. */
public interface PassedHead {

    /** Returns whether such a response cannot be passed on. */
    boolean refuses(ResponseHead head);

    /** Returns the media type of a response that names none; empty for none. */
    String otherType();

    /** Returns the fields of a reply, beside status and media type, that the response to {@code exchange} has. */
    List<Header> fields(ResponseHead head, Exchange exchange);
}
