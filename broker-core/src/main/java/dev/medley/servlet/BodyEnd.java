package dev.medley.servlet;

import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.Problem;

/** How the writing of a body to a suspended request ends: one of these is called, once, and must not block. */
interface BodyEnd {

    /** All of it has been written. */
    void written();

    /** The client does not take it. */
    void clientGone();

    /** The partner does not send the rest. */
    void cutOff(ExchangeException failure);

    /** The deadline has passed. */
    void overdue(Problem why);
}
