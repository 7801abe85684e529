/** JSON Schema of bodies: what a schema may be, and what of a document does not match it. */
@NullMarked
package dev.medley.server.internal.schema;

import org.jspecify.annotations.NullMarked;
