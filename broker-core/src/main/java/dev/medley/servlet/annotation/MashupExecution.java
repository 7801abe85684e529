package dev.medley.servlet.annotation;

import dev.medley.config.MashupMode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The threads that the code of a mashup runs on, beside others that run {@code async}: {@code compose}, the listeners of its
 * exchanges, and the stages that depend on them. In the configuration, {@code execution} below {@code mashups} and the path of
 * the mashup wins.
 *
 * <pre>{@code
 * @WebServlet("/quote")
 * @MashupExecution(MashupMode.VIRTUAL)
 * public class QuoteServlet extends MashupServlet { … a query of a database … }
 * }</pre>
 *
 * <p>It has no effect in a server or an application whose {@code server.execution} is {@code blocking} or {@code virtual}: a
 * request has a thread of its own there. With {@link MashupMode#VIRTUAL} before Java 21 the mashup does not start. A subclass
 * inherits the annotation.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupExecution {

    /** The threads. */
    MashupMode value();
}
