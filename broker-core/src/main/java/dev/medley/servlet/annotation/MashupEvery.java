package dev.medley.servlet.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a mashup by a schedule: when the server starts, and then each time the given interval after the end of the run before. Clients
 * get the last good reply at once, with its {@code Age}, and other mashups read it by {@link dev.medley.mashup.Mashup#snapshot}.
 *
 * <pre>{@code
 * @WebServlet("/rates")
 * @MashupEvery("5m")
 * public class RatesServlet extends MashupServlet { … }
 * }</pre>
 *
 * <p>A run has no client: {@code caller()} is null, and the inbound request is a GET without query, header fields and body. Such a
 * mashup has one path without an asterisk, neither {@link MashupPath} nor {@link MashupMethods} other than GET.
 *
 * <p>A subclass inherits the annotation, and has a schedule of its own.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupEvery {

    /** The time from the end of a run to the next one, such as {@code 30s} or {@code 5m}; a second or more. */
    String value();

    /** The time up to which each interval is longer, at random, such as {@code 10s}; empty for a tenth of the interval. */
    String jitter() default "";
}
