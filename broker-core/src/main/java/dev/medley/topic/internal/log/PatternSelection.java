package dev.medley.topic.internal.log;

import dev.medley.topic.internal.subject.SubjectPattern;

/** The messages of all subjects that match a pattern with wildcards. */
final class PatternSelection extends Selection {

    PatternSelection(SubjectPattern pattern, long lost) {
        super(pattern, lost);
    }
}
