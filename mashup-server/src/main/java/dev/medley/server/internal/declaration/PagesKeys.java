package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;

/**
 * The keys of a list that a partner gives in pages.
 *
 * @param next expression of what leads to the next page
 * @param items expression of the items of a page
 * @param max number of pages
 */
record PagesKeys(Setting<String> next, Setting<String> items, Setting<Integer> max) {

    /** The name of the group. */
    static final String NAME = "pages";

    private static final int DEFAULT_MAX = 10;
    private static final int MOST = 1000;

    /** Declares the keys in a group of {@code parent}. */
    static PagesKeys in(Group parent) {
        Group group = parent.group(
                NAME,
                "The response is one page of a list: one exchange for each page, and the value is the array of all items");
        return new PagesKeys(
                group.required(
                        "next",
                        ValueParsers.text(),
                        "$head.links.next",
                        "Expression of the link to the next page; no value or an empty text ends the list. `$page` is the value"
                                + " of the page, and `$head` has its header fields. If the request refers to `$cursor`, the value"
                                + " is that, in place of a link"),
                group.optional(
                        "items",
                        ValueParsers.text(),
                        "`$page`",
                        "$page.data",
                        "Expression of the items of one page; a value that is not an array is one item"),
                group.key(
                        "max",
                        ValueParsers.wholeNumber(1, MOST, "pages"),
                        DEFAULT_MAX,
                        "Maximum number of pages that are read; if another one follows, `$response.name.more` is true"));
    }
}
