/**
 * Where an inbound request enters: it is suspended while its mashup waits for partners, resumed once, and answered; or it
 * waits on a thread, where the execution mode says so.
 *
 * <p>First step of a request's way. Downstream: {@link dev.medley.mashup}.
 */
@NullMarked
package dev.medley.servlet;

import org.jspecify.annotations.NullMarked;
