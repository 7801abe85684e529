package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/**
 * The keys of a response in place of a partner's.
 *
 * @param status of the response
 * @param body of the response
 * @param delay before the response
 */
record ExampleKeys(Setting<Integer> status, Setting<String> body, Setting<Duration> delay) {

    /** The name of the group. */
    static final String NAME = "example";

    /** Declares the keys in a group of {@code parent}; {@code ofBody} says what the body is. */
    static ExampleKeys in(Group parent, String ofBody) {
        Group group = parent.group(NAME, "Response that `medley try --mock` gives in place of the partner");
        return new ExampleKeys(
                group.key("status", ValueParsers.wholeNumber(200, 599, "status"), 200, "Status of the response"),
                group.optional("body", ValueParsers.text(), "empty", "{\"temperature\": 20}", ofBody),
                group.key("delay", ValueParsers.durationOrZero(), Duration.ZERO, "Time before the response"));
    }
}
