package dev.medley.servlet.internal.routing;

import dev.medley.servlet.annotation.MashupEvery;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@link MashupEvery} of a class. */
final class EveryAnnotation {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private EveryAnnotation() {}

    /**
     * Returns the schedule of a mashup; null without the annotation.
     *
     * @throws IllegalArgumentException if a value is wrong, or the mashup has templates, or other methods than GET
     */
    static @Nullable ScheduleSettings read(Class<?> mashup, Collection<String> templates, Set<String> methods) {
        MashupEvery every = mashup.getAnnotation(MashupEvery.class);
        if (every == null) {
            return null;
        }
        if (!templates.isEmpty()) {
            throw new IllegalArgumentException(
                    "@MashupEvery and @MashupPath cannot be combined; expected a path of @WebServlet alone");
        }
        if (!List.copyOf(methods).stream().allMatch(each -> each.equals("GET") || each.equals("HEAD"))) {
            throw new IllegalArgumentException(
                    "@MashupEvery is for mashups that answer GET alone, found @MashupMethods "
                            + String.join(", ", methods));
        }
        Duration interval = duration("value", every.value());
        if (interval.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("@MashupEvery is %s; expected 1s or more".formatted(every.value()));
        }
        return ScheduleSettings.of(
                interval, every.jitter().isEmpty() ? null : duration("jitter", every.jitter()), mashup);
    }

    private static Duration duration(String key, String text) {
        try {
            return ValueParsers.duration().parse(text);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("@MashupEvery(%s = \"%s\"): %s".formatted(key, text, x.getMessage()), x);
        }
    }
}
