package dev.medley.servlet.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The partners that a mashup needs. If the configuration lacks one, the mashup does not start, and the error lists what is
 * missing; without this annotation the first request finds it out. A subclass inherits the annotation.
 *
 * <pre>{@code
 * @WebServlet("/city")
 * @MashupPartners({"weather", "news"})
 * public class CityServlet extends MashupServlet { … }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupPartners {

    /** The names of the partners. */
    String[] value();
}
