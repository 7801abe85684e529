package dev.medley.servlet.internal.routing;

import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mashup without a class of its own, such as one that the configuration declares. {@code MashupRouter} serves it.
 *
 * @param template of its paths, as in {@link MashupPath}; its name in metrics and logs, too
 * @param methods for which {@code composer} is called, and HEAD with GET; empty for all but CONNECT and TRACE
 * @param deadline of a reply unless the configuration has one for it; null for the server's
 * @param schedule by which it runs without clients; null for none
 * @param composer composes the reply, as {@code MashupServlet.compose} does
 */
public record MashupRoute(
        String template,
        Collection<String> methods,
        @Nullable Duration deadline,
        @Nullable ScheduleSettings schedule,
        Function<DefaultMashup, CompletionStage<Reply>> composer) {

    /** Takes copies. */
    public MashupRoute {
        methods = List.copyOf(methods);
    }

    /**
     * Returns the names of the variables of a template, from left to right.
     *
     * @throws IllegalArgumentException if it is malformed; the message has the reason, without the template
     */
    public static List<String> variables(String template) {
        return PathTemplate.parse(template).names();
    }

    /** Returns the URL pattern to which a router with this route is mapped. */
    public String mapping() {
        return PathTemplate.parse(template).mapping();
    }

    /**
     * Returns a template without the names of its variables, {@code /user/{}}: two are equal if they match the same paths.
     *
     * @throws IllegalArgumentException if it is malformed; the message has the reason, without the template
     */
    public static String shape(String template) {
        return PathTemplate.parse(template).shape();
    }
}
