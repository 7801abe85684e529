/** Carries one inbound request through the plan of its mashup. */
@NullMarked
package dev.medley.server.internal.declared.run;

import org.jspecify.annotations.NullMarked;
