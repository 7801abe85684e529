package dev.medley.mashup;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;

/** What a reply has of the head of the response whose body is streamed into it. */
interface PassedHead {

    /** Returns whether such a response cannot be passed on. */
    boolean refuses(ResponseHead head);

    /** Returns the media type of a response that names none; empty for none. */
    String otherType();

    /** Returns {@code reply}, which has status and media type, with fields of the response to {@code exchange}. */
    Reply addTo(Reply reply, ResponseHead head, Exchange exchange);
}
