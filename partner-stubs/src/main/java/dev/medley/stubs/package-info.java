/**
 * Partner services with chosen delays, sizes and named misbehaviours, for tests, demonstrations and measurements.
 *
 * <p>{@link dev.medley.stubs.PartnerStubs} speaks correct HTTP/1.1 and HTTP/2 and answers as late and as much as the
 * request asks for. {@link dev.medley.stubs.raw.RawPartner} speaks the bytes of HTTP/1.1, and goes wrong in one of the ways
 * listed in {@link dev.medley.stubs.raw.Misbehaviour}; {@link dev.medley.stubs.raw.RawHttp2Partner} speaks the frames of HTTP/2, with
 * {@link dev.medley.stubs.raw.Http2Misbehaviour}. All of them speak TLS where asked to, the raw ones with {@link
 * dev.medley.stubs.tls.TlsMisbehaviour}, and listen on the loopback address only. {@link dev.medley.stubs.tls.CertificateAuthority}
 * issues the certificates. {@link dev.medley.stubs.proxy.FaultProxy} stands between a client and one of them, and has the faults of
 * a network.
 */
@NullMarked
package dev.medley.stubs;

import org.jspecify.annotations.NullMarked;
