/** The header fields of the requests to a partner: those that its settings have, and those of the inbound request. */
@NullMarked
package dev.medley.partner.internal.field;

import org.jspecify.annotations.NullMarked;
