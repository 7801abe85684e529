package dev.medley.servlet;

import dev.medley.config.ConfigurationException;
import dev.medley.config.MashupSettings;
import dev.medley.config.internal.DefaultMashupSettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.InboundRequest;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.servlet.internal.ServedMashup;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.topic.Topics;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A servlet that answers by a mashup. Extend it, put {@code @WebServlet} on the class, and return a stage of the reply;
 * suspending, resuming, deadline, cancelling and the mapping of failures to statuses are done here.
 *
 * <pre>{@code
 * @WebServlet("/trip")
 * public class TripServlet extends MashupServlet {
 *     @Override
 *     protected CompletionStage<Reply> compose(Mashup mashup) {
 *         String city = mashup.parameter("city");
 *         return mashup.merge()
 *                 .put("weather", mashup.get("weather", "/weather?city={city}", city))
 *                 .put("hotels", mashup.get("hotels", "/hotels?city={city}", city))
 *                 .reply();
 *     }
 * }
 * }</pre>
 *
 * <p>It answers GET and HEAD, or the methods of {@link MashupMethods}; {@link MashupPath} adds path variables. {@code init()}
 * and {@code destroy()} are free to override, without a call of {@code super}. {@code init()} runs once, before the first
 * request, and may start exchanges of the broker, but has no inbound request. In a servlet container {@code destroy()} may
 * run while requests in flight are still being answered.
 */
public abstract class MashupServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient @Nullable MashupSet mashups;
    private transient @Nullable ServedMashup served;
    /** The settings while {@link #init()} runs, and after it. */
    private transient @Nullable MashupSettings ownSettings;

    /** For subclasses. */
    protected MashupServlet() {}

    /**
     * Composes the reply to one inbound request.
     *
     * <p>Called by the thread of the inbound request: a thread of the pool, which must not block, or a virtual one. An
     * exception that it throws, or that the stage fails with, becomes a problem document (RFC 9457): 502 for a partner that
     * failed, 503 for one without capacity, 504 for one that did not answer in time, 400 or 414 for an
     * {@link dev.medley.connection.InvalidRequestException}, the status of a
     * {@link dev.medley.mashup.ProblemException}, 500 for anything else, null included, which the log explains.
     *
     * @param mashup the inbound request, and the way to the partners
     * @return a stage of the reply
     */
    protected abstract CompletionStage<Reply> compose(Mashup mashup);

    /**
     * Connects the mashup with the broker, checks its annotations, and calls {@link #init()}, which is free to override.
     *
     * @throws ServletException if no broker has been started, an annotation is invalid, or a partner that it names is not
     *     configured
     */
    @Override
    public final void init(ServletConfig config) throws ServletException {
        ServletContext context = config.getServletContext();
        MashupSet started = MashupRuntime.mashupsOf(context);
        try {
            MashupDescription described = MashupDescription.of(getClass());
            ServletRegistration registration = context.getServletRegistration(config.getServletName());
            if (registration != null) {
                described.checkMappings(registration.getMappings());
            }
            String name = config.getServletName();
            Collection<String> paths = registration == null ? described.paths() : registration.getMappings();
            served = started.add(described, name, paths, this::compose);
        } catch (IllegalArgumentException x) {
            String problem = String.valueOf(x.getMessage());
            // The cause is how a server lists the problems of all its mashups, without stacks.
            throw new ServletException(problem, new ConfigurationException(List.of(problem)));
        }
        mashups = started;
        initMashup(config, started.settings().forStartOf(getClass().getName()));
        started.ready(served);
    }

    /** Calls {@link #init()}; problems of several settings are reported together. */
    private void initMashup(ServletConfig config, DefaultMashupSettings settings) throws ServletException {
        ownSettings = settings;
        List<String> last = List.of();
        try {
            super.init(config);
        } catch (ConfigurationException x) {
            last = x.problems();
        } catch (ServletException | RuntimeException x) {
            // Perhaps it failed because of the defaults that it got in place of wrong values.
            List<String> problems = settings.endStart();
            if (!problems.isEmpty()) {
                x.addSuppressed(new ConfigurationException(problems));
            }
            throw x;
        }
        List<String> problems = new ArrayList<>(settings.endStart());
        problems.addAll(last);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** Passes the request on to {@link #compose}. Not to be overridden: a {@code Filter} sees requests before a mashup. */
    @Override
    public final void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        super.service(request, response);
    }

    /**
     * Returns the own settings of mashups, which the configuration has below {@code settings}. Read them in {@code init()}: a
     * wrong value then keeps the server from starting, and a key that no mashup has read by then is refused. For a wrong value of
     * a setting with a default, {@code init()} gets that default and goes on, so that all problems are reported together.
     *
     * @throws IllegalStateException before the servlet is initialized, as in a constructor
     */
    protected final MashupSettings settings() {
        MashupSettings settings = ownSettings;
        if (settings == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no settings before it is initialized; read them in init()");
        }
        return settings;
    }

    /**
     * Returns the topics of the server, for code that publishes without a request; a mashup has {@link Mashup#publish}.
     *
     * @throws IllegalStateException before the servlet is initialized, as in a constructor
     */
    protected final Topics topics() {
        MashupSet started = mashups;
        if (started == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no topics before it is initialized; use them in init() and later");
        }
        return started.runtime().topics();
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        MashupSet started = mashups;
        ServedMashup mashup = served;
        if (started == null || mashup == null) {
            throw new IllegalStateException(getClass().getName() + " has not been started by a servlet container");
        }
        BrokenOff.throwIfMarked(request);
        started.runtime().answer(new InboundRequest(started, mashup, request, response));
    }
}
