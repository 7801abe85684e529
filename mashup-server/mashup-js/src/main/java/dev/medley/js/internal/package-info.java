/** Mashups in JavaScript: the engine of scripts, which the server finds by the service loader. */
@NullMarked
package dev.medley.js.internal;

import org.jspecify.annotations.NullMarked;
