package dev.medley.topic.internal.subject;

import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;

/** The names of topics: the first tokens of their subjects. */
public final class TopicNames {

    /** The parser of one. */
    public static final ValueParser<String> PARSER = ValueParsers.name("a name of a topic");

    private TopicNames() {}
}
