package dev.medley.connection.internal.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that are not globally reachable, from IANA's registries of special-purpose addresses (RFC 6890) and of
 * multicast addresses.
 *
 * <p>Of IPv6 only the block for global unicast (2000::/3) is taken for public, so that a block which is assigned in future
 * is not. An address that has an IPv4 address in it (IPv4-mapped, NAT64) is judged by that.
 */
final class SpecialAddresses {

    private static final List<Block> IPV4 = List.of(
            block("0.0.0.0/8", "this network"),
            block("10.0.0.0/8", "private"),
            block("100.64.0.0/10", "shared"),
            block("127.0.0.0/8", "loopback"),
            block("169.254.0.0/16", "link-local"),
            block("172.16.0.0/12", "private"),
            block("192.0.0.0/24", "protocol assignments"),
            block("192.0.2.0/24", "documentation"),
            block("192.88.99.0/24", "6to4 relay"),
            block("192.168.0.0/16", "private"),
            block("198.18.0.0/15", "benchmarking"),
            block("198.51.100.0/24", "documentation"),
            block("203.0.113.0/24", "documentation"),
            block("224.0.0.0/4", "multicast"),
            block("240.0.0.0/4", "reserved"));

    private static final Block GLOBAL_UNICAST = block("2000::/3", "global unicast");

    private static final List<Block> IPV6 = List.of(
            block("::/128", "unspecified"),
            block("::1/128", "loopback"),
            block("2001::/23", "protocol assignments"),
            block("2001:db8::/32", "documentation"),
            block("2002::/16", "6to4"),
            block("3fff::/20", "documentation"),
            block("fc00::/7", "unique-local"),
            block("fe80::/10", "link-local"),
            block("fec0::/10", "site-local"),
            block("ff00::/8", "multicast"));

    /** The blocks whose addresses end with an IPv4 address that packets go to: IPv4-mapped (RFC 4291), NAT64 (RFC 6052). */
    private static final List<Block> WITH_IPV4 = List.of(mapped(), block("64:ff9b::/96", "NAT64"));

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private SpecialAddresses() {}

    /** Returns the kind of {@code address} if it is not globally reachable, else null. */
    static @Nullable String kindOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return kindOf(bytes, IPV4);
        }
        if (WITH_IPV4.stream().anyMatch(block -> block.has(bytes))) {
            return kindOf(Arrays.copyOfRange(bytes, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES), IPV4);
        }
        String special = kindOf(bytes, IPV6);
        return special != null || GLOBAL_UNICAST.has(bytes) ? special : "not global unicast";
    }

    private static @Nullable String kindOf(byte[] address, List<Block> blocks) {
        for (Block block : blocks) {
            if (block.has(address)) {
                return block.kind;
            }
        }
        return null;
    }

    private static Block block(String prefix, String kind) {
        int slash = prefix.indexOf('/');
        try {
            // A literal address is not looked up.
            byte[] first = InetAddress.getByName(prefix.substring(0, slash)).getAddress();
            return new Block(first, Integer.parseInt(prefix.substring(slash + 1)), kind);
        } catch (UnknownHostException x) {
            throw new IllegalStateException("not a literal address: " + prefix, x);
        }
    }

    /** ::ffff:0:0/96; the JDK turns its literal into an IPv4 address. */
    private static Block mapped() {
        byte[] first = new byte[IPV6_BYTES];
        first[10] = (byte) 0xFF;
        first[11] = (byte) 0xFF;
        return new Block(first, 96, "IPv4-mapped");
    }

    /** The addresses that begin with the first {@code bits} bits of {@code first}. */
    private static final class Block {

        private final byte[] first;
        private final int bits;
        private final String kind;

        Block(byte[] first, int bits, String kind) {
            this.first = first;
            this.bits = bits;
            this.kind = kind;
        }

        boolean has(byte[] address) {
            int whole = bits / Byte.SIZE;
            if (!Arrays.equals(address, 0, whole, first, 0, whole)) {
                return false;
            }
            int rest = bits % Byte.SIZE;
            int mask = 0xFF << (Byte.SIZE - rest) & 0xFF;
            return rest == 0 || ((address[whole] ^ first[whole]) & mask) == 0;
        }
    }
}
