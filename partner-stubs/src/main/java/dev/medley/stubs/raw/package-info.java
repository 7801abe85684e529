/**
 * Partners that speak the bytes of HTTP/1.1, or the frames of HTTP/2, and go wrong in one of the ways that {@link dev.medley.stubs.raw.Misbehaviour}
 * and {@link dev.medley.stubs.raw.Http2Misbehaviour} list.
 */
@NullMarked
package dev.medley.stubs.raw;

import org.jspecify.annotations.NullMarked;
