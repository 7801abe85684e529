package dev.medley.connection.internal.address;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The IP addresses that connections to a partner may be made to. The address that is connected to is checked, not its name. */
public enum AddressRule {
    /** Any address. */
    ANY,
    /** Addresses of the public Internet only, whatever a name resolves to. */
    PUBLIC;

    /** Returns the reason why {@code address} is not allowed, such as {@code loopback}; null if it is allowed. */
    public @Nullable String refusal(InetAddress address) {
        return this == ANY ? null : SpecialAddresses.kindOf(address);
    }
}
