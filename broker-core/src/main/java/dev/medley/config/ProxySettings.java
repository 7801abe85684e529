package dev.medley.config;

import dev.medley.setting.internal.AddressRange;
import java.util.List;

/**
 * The proxies between clients and the server.
 *
 * @param trusted addresses of those that are believed
 * @param field the field in which they name the client
 * @param protocol whether each connection begins with a header of the PROXY protocol
 */
public record ProxySettings(List<AddressRange> trusted, ForwardedField field, boolean protocol) {}
