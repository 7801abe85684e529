/** Writers of the formats of bodies beside JSON, for the packages that make requests and replies. May change at any time. */
@NullMarked
package dev.medley.format.internal;

import org.jspecify.annotations.NullMarked;
