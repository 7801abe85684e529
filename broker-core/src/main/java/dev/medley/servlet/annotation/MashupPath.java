package dev.medley.servlet.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The paths that a mashup answers, within those of its {@code @WebServlet}, with variables. A path that matches no template
 * is answered with 404.
 *
 * <pre>{@code
 * @WebServlet("/user/*")
 * @MashupPath({"/user/{id}", "/user/{id}/orders/{order}"})
 * public class UserServlet extends MashupServlet { … mashup.path("id") … }
 * }</pre>
 *
 * <p>A template is compared with {@link dev.medley.mashup.Inbound#path()}, segment by segment: the path is decoded, begins at
 * the root of the application, and is the same in a server, in a web application and embedded. A variable is a whole segment,
 * and matches one that is neither empty nor {@code .} or {@code ..}; a literal matches itself, in the same case. If several
 * templates match, the one whose first differing segment is a literal is taken. {@code *} as the last segment matches the rest of
 * a path, which may be nothing: it is the variable {@link #REST}, {@code a/b} for {@code /files/a/b} and {@code /files/*}, and is
 * tried when no template without it matches. A slash at the end is part of the path:
 * {@code /user/7/} does not match {@code /user/{id}}, but {@code /user/{id}/}. Segments in a path are separated by slashes as
 * they were sent; containers refuse encoded ones ({@code %2F}) with 400, and drop parameters of segments ({@code ;v=1}).
 *
 * <p>A template that is malformed, has a variable twice, matches the same paths as another one, or is outside of
 * {@code @WebServlet}, is refused when the mashup starts.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MashupPath {

    /** The name of the variable that {@code *} stands for. */
    String REST = "rest";

    /** The templates, such as <code>/user/{id}</code>. */
    String[] value();
}
