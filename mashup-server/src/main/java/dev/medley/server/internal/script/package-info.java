/** Scripts: mashups in JavaScript. Their files, and the engine that an optional module runs them with. */
@NullMarked
package dev.medley.server.internal.script;

import org.jspecify.annotations.NullMarked;
