package dev.medley.servlet.internal;

/** The place of the thread that the container gave an inbound request. */
enum ContainerThread {
    /** Not within {@code compose}. */
    ELSEWHERE,
    COMPOSING,
    /** Within {@code compose} when the deadline passed; its result is not written. */
    OVERTAKEN
}
