package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.LocatedText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a declared mashup. Immutable.
 *
 * @param place of its key {@code every}
 * @param every the time from the end of a run to the next one
 * @param jitter up to which each such time is longer; null for the default
 */
public record ScheduleDeclaration(
        LocatedText place, Duration every, @Nullable Duration jitter) {}
