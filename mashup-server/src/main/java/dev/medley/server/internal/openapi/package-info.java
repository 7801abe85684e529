/** OpenAPI documents: of the declared mashups, and of the partners whose documents the exchanges are compared with. */
@NullMarked
package dev.medley.server.internal.openapi;

import org.jspecify.annotations.NullMarked;
