package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/**
 * The keys of requests that ask for several elements at once.
 *
 * @param by member of an object of the response
 * @param max number of keys
 * @param key expression of an element's key
 * @param items expression of the array in the response
 * @param many whether several objects may have one key
 * @param waiting for the keys of other inbound requests
 */
record BatchKeys(
        Setting<String> by,
        Setting<Integer> max,
        Setting<String> key,
        Setting<String> items,
        Setting<Boolean> many,
        Setting<Duration> waiting) {

    /** The name of the group. */
    static final String NAME = "batch";

    private static final int DEFAULT_MAX = 50;
    private static final int MOST = 1000;

    /** Declares the keys in a group of {@code parent}. */
    static BatchKeys in(Group parent) {
        Group group = parent.group(
                NAME,
                "One request asks for several elements of `for-each`: its expressions see their keys, `$keys`, in place of `$item`");
        return new BatchKeys(
                group.required(
                        "by",
                        ValueParsers.text(),
                        "id",
                        "Member of each object in the response that has the key of its element; the order of the objects does not"
                                + " matter"),
                group.key(
                        "max",
                        ValueParsers.wholeNumber(1, MOST, "keys"),
                        DEFAULT_MAX,
                        "Maximum number of different keys in one request"),
                group.optional(
                        "key",
                        ValueParsers.text(),
                        "`$item`",
                        "$item.product",
                        "Expression of the key of one element, text or a number; elements with the same key share one value"),
                group.optional(
                        "items",
                        ValueParsers.text(),
                        "`$page`",
                        "$page.products",
                        "Expression of the array of objects in the response, whose value is `$page`"),
                group.key(
                        "many",
                        ValueParsers.flag(),
                        false,
                        "True if several objects may have the key of one element: its value is then the array of them, which is empty"
                                + " if there is none. Otherwise the first one counts"),
                group.optional(
                        "wait",
                        ValueParsers.duration(),
                        "each inbound request has its own requests",
                        "2ms",
                        "Time for which the first key waits for those of other inbound requests that send the same header fields and"
                                + " values; with it, `for-each` is optional"));
    }
}
