/** Who sends an inbound request, as far as the server knows: by a token, the key of an API, or a certificate. */
@NullMarked
package dev.medley.caller;

import org.jspecify.annotations.NullMarked;
