package dev.medley.partner;

import dev.medley.partner.policy.HedgeOptions;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Settings;
import dev.medley.setting.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The keys of hedged requests that a partner has. */
record HedgeKeys(Setting<Duration> after, Setting<Integer> percentile) {

    private static final int LAST_PERCENTILE = 99;

    /** Declares them in a group of {@code partner}. */
    static HedgeKeys in(Group partner) {
        Group group = partner.group(
                "hedge", "A second attempt beside the first one, for requests that may be processed twice");
        return new HedgeKeys(
                group.key(
                        "after",
                        ValueParsers.durationOrZero(),
                        HedgeOptions.OFF.after(),
                        "Time after which the second attempt starts, if there is no response; the first response is the answer,"
                                + " and the other attempt is cancelled; `retry.budget` holds; 0 for none"),
                group.key(
                        "percentile",
                        ValueParsers.wholeNumber(0, LAST_PERCENTILE, "percent"),
                        HedgeOptions.OFF.percentile(),
                        "Percentile of the partner's own times to a response that is that time, such as 95, once 100 responses"
                                + " have come; 0 for none"));
    }

    /** The values in one. */
    HedgeOptions options(Settings values) {
        return new HedgeOptions(values.get(after), values.get(percentile));
    }

    void set(Settings.Builder values, HedgeOptions options) {
        values.set(after, options.after());
        values.set(percentile, options.percentile());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.isGiven(after) && values.isGiven(percentile)) {
            problems.accept(percentile, "is given beside " + after.path() + "; expected one of them");
        }
    }
}
