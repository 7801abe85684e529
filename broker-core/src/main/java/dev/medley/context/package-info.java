/**
 * The context of a mashup: the MDC and the registered thread-locals, carried into each of its callbacks and removed
 * afterwards, and the id of its inbound request.
 *
 * <p>An exchange captures the context of the thread that starts it; a {@code MashupServlet} captures it before and after
 * {@code compose}. Code that calls back on another thread or at another time captures a context when the callback is given,
 * and calls it within {@link dev.medley.context.Context#enter()}:
 *
 * <pre>{@code
 * Context context = Context.capture();
 * ...
 * Context.Scope scope = context.enter();
 * try {
 *     callback.onEvent();
 * } finally {
 *     scope.close();
 * }
 * }</pre>
 *
 * <p>A thread-local of an application is registered once, with {@code ContextRegistry.getInstance()} of Micrometer's
 * context-propagation, or by a provider of the service {@code io.micrometer.context.ThreadLocalAccessor}. One of Medley's own is
 * registered where it is declared:
 *
 * <pre>{@code
 * private static final ThreadLocal<Group> GROUP = new ThreadLocal<>();
 *
 * static {
 *     Context.register("dev.medley.group", GROUP);
 * }
 * }</pre>
 *
 * <p>It depends on no other package.
 */
@NullMarked
package dev.medley.context;

import org.jspecify.annotations.NullMarked;
