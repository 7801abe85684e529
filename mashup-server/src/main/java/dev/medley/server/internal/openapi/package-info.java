/** OpenAPI documents: the one of the declared mashups, and those of partners that their exchanges are compared with. */
@NullMarked
package dev.medley.server.internal.openapi;

import org.jspecify.annotations.NullMarked;
