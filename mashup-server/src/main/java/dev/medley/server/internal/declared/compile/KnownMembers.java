package dev.medley.server.internal.declared.compile;

import dev.medley.format.Feed;
import dev.medley.server.internal.declaration.ResponseFormat;
import dev.medley.server.internal.declared.expression.page.PageElement;
import java.lang.reflect.RecordComponent;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The members of values whose format decides them: others would have no value, without a word. */
final class KnownMembers {

    private KnownMembers() {}

    /** Returns the problem of a member of the value of an exchange; null if it may exist. */
    static @Nullable String problem(String exchange, ResponseFormat format, String member) {
        return switch (format) {
            case TEXT ->
                "$%s is text, and has no member '%s'; expected $%s itself".formatted(exchange, member, exchange);
            case HTML ->
                member.equals(PageElement.TEXT)
                        ? null
                        : "$%s is a page, and has no member '%s'; expected $select($%s, 'a CSS selector')"
                                .formatted(exchange, member, exchange);
            case FEED ->
                ofFeed().anyMatch(member::equals)
                        ? null
                        : "$%s is a feed, and has no member '%s'; expected one of %s"
                                .formatted(exchange, member, ofFeed().collect(Collectors.joining(", ")));
            default -> null;
        };
    }

    private static Stream<String> ofFeed() {
        return Stream.of(Feed.class.getRecordComponents()).map(RecordComponent::getName);
    }
}
