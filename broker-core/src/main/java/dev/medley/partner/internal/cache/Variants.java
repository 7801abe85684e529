package dev.medley.partner.internal.cache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responses that are stored for one target, the latest one first, each for other request fields. Immutable.
 *
 * @param responses never none
 */
record Variants(List<StoredResponse> responses) {

    /** One more takes the place of the oldest: a field with a value for each user must not fill the cache by one target. */
    private static final int MAX = 64;

    /** The response that is for {@code request}; null if none is. */
    @Nullable
    StoredResponse find(CacheRequest request) {
        for (StoredResponse each : responses) {
            if (each.variant().matches(request)) {
                return each;
            }
        }
        return null;
    }

    /** These with {@code added} in place of those that are for {@code request}. */
    static Variants with(@Nullable Variants before, CacheRequest request, StoredResponse added) {
        List<StoredResponse> all = new ArrayList<>();
        all.add(added);
        if (before != null) {
            all.addAll(before.others(request));
        }
        return new Variants(List.copyOf(all.subList(0, Math.min(MAX, all.size()))));
    }

    /** These without those that are for {@code request}; null if none is left. */
    static @Nullable Variants without(@Nullable Variants before, CacheRequest request) {
        List<StoredResponse> rest = before == null ? List.of() : before.others(request);
        return rest.isEmpty() ? null : new Variants(rest);
    }

    private List<StoredResponse> others(CacheRequest request) {
        return responses.stream()
                .filter(each -> !each.variant().matches(request))
                .toList();
    }

    /** The bytes that they take, about, with {@code target}. */
    int weight(String target) {
        long weight = target.length() + 4L * StoredResponse.OBJECT_BYTES;
        for (StoredResponse each : responses) {
            weight += each.weight();
        }
        return (int) Math.min(Integer.MAX_VALUE, weight);
    }
}
