package dev.medley.servlet.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds the requests for a mashup that are in flight at a time, so that one mashup cannot take what the others need. One more
 * is refused at once, with 503 and {@code Retry-After}. In the configuration, {@code max-concurrent} below {@code mashups} and
 * the path of the mashup wins.
 *
 * <pre>{@code
 * @WebServlet("/report")
 * @MashupBulkhead(20)
 * public class ReportServlet extends MashupServlet { … }
 * }</pre>
 *
 * <p>A subclass inherits the annotation, and has a bulkhead of its own.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupBulkhead {

    /** The requests at a time, 1 or more. */
    int value();
}
