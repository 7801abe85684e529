/** Exchanges that are several requests: one for each element, the pages of a list, and requests for several elements at once. */
@NullMarked
package dev.medley.server.internal.declared.several;

import org.jspecify.annotations.NullMarked;
