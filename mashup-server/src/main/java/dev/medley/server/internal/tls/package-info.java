/** TLS of the server's connectors: certificates, chosen by name and reloaded when their files change, and handshakes. */
@NullMarked
package dev.medley.server.internal.tls;

import org.jspecify.annotations.NullMarked;
