/** Topics with their subscriptions, and how what is published reaches these. */
@NullMarked
package dev.medley.topic.internal;

import org.jspecify.annotations.NullMarked;
