package dev.medley.servlet.internal.quota;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** What counts as one client by its address: of IPv6 the first 64 bits, since a client has all addresses behind them. */
public final class ClientNetwork {

    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /** Returns the network of a literal address; {@code address} itself for anything else. */
    public static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            // A literal: no name is looked up.
            InetAddress parsed = InetAddress.getByName(address);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES))
                    : parsed.getHostAddress();
        } catch (UnknownHostException x) {
            return address;
        }
    }
}
