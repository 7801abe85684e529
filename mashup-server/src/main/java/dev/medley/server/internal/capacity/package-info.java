/**
 * Capacity of machines: {@link dev.medley.server.internal.capacity.Doctor} checks the one it runs on,
 * {@link dev.medley.server.internal.capacity.CapacityPlan} computes the instances that a rate of requests needs. Both use
 * {@link dev.medley.server.internal.capacity.Workload}, and it the measured {@code Costs}.
 */
@NullMarked
package dev.medley.server.internal.capacity;

import org.jspecify.annotations.NullMarked;
