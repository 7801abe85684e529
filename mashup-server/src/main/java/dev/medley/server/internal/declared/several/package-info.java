/** Exchanges that are several requests: the pages of a list, and requests that ask for several elements at once. */
@NullMarked
package dev.medley.server.internal.declared.several;

import org.jspecify.annotations.NullMarked;
