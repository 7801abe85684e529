/** Mashups that run by a schedule, without a client, and the snapshots of their replies. */
@NullMarked
package dev.medley.servlet.internal.schedule;

import org.jspecify.annotations.NullMarked;
