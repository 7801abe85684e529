/**
 * Inbound requests: each is suspended while its mashup waits for partners, resumed once, and answered; or a thread waits for
 * it, in the execution modes that have one.
 *
 * <p>First step of a request's way. Downstream: {@link dev.medley.mashup}.
 */
@NullMarked
package dev.medley.servlet;

import org.jspecify.annotations.NullMarked;
