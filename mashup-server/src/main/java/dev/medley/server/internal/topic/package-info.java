/** The ways in and out of topics over HTTP: event streams, polls and publications. */
@NullMarked
package dev.medley.server.internal.topic;

import org.jspecify.annotations.NullMarked;
