/** What a reload of the configuration has brought. */
@NullMarked
package dev.medley.server.reload;

import org.jspecify.annotations.NullMarked;
