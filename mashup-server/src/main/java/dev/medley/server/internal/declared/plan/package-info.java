/** What a declared mashup does, compiled and immutable: its exchanges, their requests, and the reply. */
@NullMarked
package dev.medley.server.internal.declared.plan;

import org.jspecify.annotations.NullMarked;
