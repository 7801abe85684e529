/**
 * What a machine can carry: {@link dev.medley.server.capacity.Doctor} asks it of the machine it runs on,
 * {@link dev.medley.server.capacity.Plan} of machines yet to be found. Both know from {@link
 * dev.medley.server.capacity.Load} what is needed, and that from {@code Costs}, which holds what was measured.
 */
@NullMarked
package dev.medley.server.capacity;

import org.jspecify.annotations.NullMarked;
