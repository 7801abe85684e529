/** The servers of mashups and of administration, with their connectors, and the handlers before the mashups. */
@NullMarked
package dev.medley.server.internal.http;

import org.jspecify.annotations.NullMarked;
