package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The keys of hedged requests that a partner has. */
record HedgeKeys(Setting<Duration> after, Setting<Integer> percentile) {

    private static final int LAST_PERCENTILE = 99;

    /** Declares them in a group of {@code partner}. */
    static HedgeKeys in(Group partner) {
        Group group = partner.group(
                "hedge", "A second attempt, parallel to the first, for requests that can safely be processed twice");
        return new HedgeKeys(
                group.key(
                        "after",
                        ValueParsers.durationOrZero(),
                        HedgeSettings.OFF.after(),
                        "Time after which the second attempt starts if there is no response. The first response is"
                                + " used, and the other attempt is cancelled. `retry.budget` applies. 0 for none"),
                group.key(
                        "percentile",
                        ValueParsers.wholeNumber(0, LAST_PERCENTILE, "percent"),
                        HedgeSettings.OFF.percentile(),
                        "Percentile of the partner's own response times that is used as that time, such as 95, once"
                                + " 100 responses have arrived; 0 for none"));
    }

    /** The values in one. */
    HedgeSettings options(Settings values) {
        return new HedgeSettings(values.get(after), values.get(percentile));
    }

    void set(Settings.Builder values, HedgeSettings options) {
        values.set(after, options.after());
        values.set(percentile, options.percentile());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.isGiven(after) && values.isGiven(percentile)) {
            problems.accept(percentile, "cannot be combined with " + after.path() + "; expected one of them");
        }
    }
}
