/**
 * Partner services with chosen delays, sizes and named misbehaviours, for tests, demonstrations and measurements.
 *
 * <p>{@link dev.medley.stubs.PartnerStubs} speaks correct HTTP/1.1 and HTTP/2 and answers as late and as much as the
 * request asks for. {@link dev.medley.stubs.RawPartner} speaks bytes, and goes wrong in one of the ways listed in
 * {@link dev.medley.stubs.Misbehaviour}. Both listen on the loopback address only.
 */
@NullMarked
package dev.medley.stubs;

import org.jspecify.annotations.NullMarked;
