package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.net.URI;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The keys of a partner's addresses: one, or several. */
record AddressKeys(Setting<URI> url, Setting<List<EndpointUrl>> urls) {

    /** Declares them in {@code partner}. */
    static AddressKeys in(Group partner) {
        AddressKeys keys = new AddressKeys(
                partner.optional(
                        "url",
                        ValueParsers.url(),
                        "none: it or `urls` must be given",
                        "http://127.0.0.1:9001",
                        "Address of the partner; its path, if any, precedes the path of every request"),
                partner.optional(
                        "urls",
                        ValueParsers.list(EndpointUrl.PARSER),
                        "`url` alone",
                        "[http://10.0.0.1:9001, http://10.0.0.2:9001 weight=2 zone=b]",
                        "Addresses of the partner, in place of `url`, of one scheme and path; each is an endpoint, with a"
                                + " weight and perhaps a zone"));
        partner.requireOneOf(keys.url, keys.urls);
        return keys;
    }

    /** The addresses; none if none is given. */
    List<EndpointUrl> urls(Settings values) {
        @Nullable List<EndpointUrl> several = values.find(urls);
        if (several != null && !several.isEmpty()) {
            return several;
        }
        @Nullable URI one = values.find(url);
        return one == null ? List.of() : List.of(new EndpointUrl(one, 1, ""));
    }

    /** Reports values that are valid each by itself, but not together; returns the addresses. */
    List<EndpointUrl> check(Settings values, BiConsumer<Setting<?>, String> problems) {
        List<EndpointUrl> all = urls(values);
        if (all.isEmpty()) {
            problems.accept(urls, "is an empty list; expected an address, or url");
            return all;
        }
        String conflict = EndpointUrl.conflict(all);
        if (values.find(url) != null && values.isGiven(urls)) {
            problems.accept(urls, "cannot be combined with url; expected one of them");
        } else if (conflict != null) {
            problems.accept(urls, conflict);
        }
        return all;
    }
}
