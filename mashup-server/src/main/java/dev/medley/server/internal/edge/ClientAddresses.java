package dev.medley.server.internal.edge;

import dev.medley.config.AddressSettings;
import dev.medley.setting.internal.AddressRange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of clients whose requests are answered. Immutable.
 *
 * @param allow none for all
 * @param deny also if {@code allow} has them
 */
record ClientAddresses(List<AddressRange> allow, List<AddressRange> deny) {

    /** Takes copies. */
    ClientAddresses {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    /** Returns the addresses of {@code settings}; null if these allow all. */
    static @Nullable ClientAddresses of(AddressSettings settings) {
        ClientAddresses addresses = new ClientAddresses(ranges(settings.allow()), ranges(settings.deny()));
        return addresses.allow.isEmpty() && addresses.deny.isEmpty() ? null : addresses;
    }

    private static List<AddressRange> ranges(List<String> texts) {
        return texts.stream().map(AddressRange::parse).toList();
    }

    /** Returns whether requests of {@code client} are answered. One whose address is not known is none that is allowed. */
    boolean allows(@Nullable SocketAddress client) {
        InetAddress address = client instanceof InetSocketAddress known ? known.getAddress() : null;
        return (allow.isEmpty() || contain(allow, address)) && !contain(deny, address);
    }

    private static boolean contain(List<AddressRange> ranges, @Nullable InetAddress address) {
        if (address != null) {
            for (AddressRange range : ranges) {
                if (range.contains(address)) {
                    return true;
                }
            }
        }
        return false;
    }
}
