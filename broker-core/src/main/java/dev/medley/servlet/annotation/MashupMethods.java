package dev.medley.servlet.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The methods that a mashup answers; GET without this annotation. HEAD comes with GET: {@code compose} runs as for a GET, and
 * the body of its reply is not sent. Any other method is refused with 405 and {@code Allow}, and OPTIONS is answered with 204
 * and {@code Allow}, unless it is listed here; {@code compose} does not run for either.
 *
 * <pre>{@code
 * @WebServlet("/orders")
 * @MashupMethods({"POST", "PUT"})
 * public class OrderServlet extends MashupServlet { … }
 * }</pre>
 *
 * <p>A list that is empty, or has a name that is not a method in capitals, or CONNECT or TRACE, is refused when the mashup
 * starts. A subclass inherits the annotation.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupMethods {

    /** The methods, in capitals. */
    String[] value();
}
