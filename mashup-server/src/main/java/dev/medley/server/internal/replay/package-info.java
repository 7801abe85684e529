/** The replay of a recording: stubs answer as recorded, in the recorded order. */
@NullMarked
package dev.medley.server.internal.replay;

import org.jspecify.annotations.NullMarked;
