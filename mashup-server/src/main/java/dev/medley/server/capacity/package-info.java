/**
 * Capacity of machines: {@link dev.medley.server.capacity.Doctor} checks the one it runs on,
 * {@link dev.medley.server.capacity.CapacityPlan} computes the instances that a rate of requests needs. Both use
 * {@link dev.medley.server.capacity.Workload}, and it the measured {@code Costs}.
 */
@NullMarked
package dev.medley.server.capacity;

import org.jspecify.annotations.NullMarked;
