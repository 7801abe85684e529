package dev.medley.setting.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of IP addresses, such as {@code 10.0.0.0/8} or {@code ::1} (RFC 4632, section 3.1; RFC 4291, section 2.3).
 *
 * @param network the first address
 * @param bits the number of leading bits that all addresses have in common
 */
public record AddressRange(InetAddress network, int bits) {

    static final Pattern PATTERN =
            Pattern.compile("([0-9]+(?:\\.[0-9]+){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:/([0-9]{1,3}))?");

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])";
    /** What Java reads as an address; it looks up any other one with digits and dots only, as a name. */
    private static final Pattern LITERAL = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}|(?!\\.).*:.*");

    private static final String EXPECTED = "an IP address, or a range of them such as 10.0.0.0/8 or fd00::/8";

    /** Returns the parser of ranges. */
    public static ValueParser<AddressRange> parser() {
        return ValueParsers.single(
                AddressRange::parse,
                AddressRange::toString,
                value -> {},
                EXPECTED,
                "address, or range of addresses",
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + PATTERN + ")$"));
    }

    /**
     * Returns the range that {@code text} names.
     *
     * @throws InvalidValueException if it names none
     */
    public static AddressRange parse(String text) {
        Matcher parts = PATTERN.matcher(text);
        if (!parts.matches()) {
            throw new InvalidValueException(text, "is not a range of addresses", EXPECTED);
        }
        if (!LITERAL.matcher(parts.group(1)).matches()) {
            throw new InvalidValueException(text, "is not an address", EXPECTED);
        }
        InetAddress network;
        try {
            // Not looked up, because it is not a name.
            network = InetAddress.getByName(parts.group(1));
        } catch (UnknownHostException x) {
            throw new InvalidValueException(text, "is not an address", EXPECTED);
        }
        int all = network.getAddress().length * Byte.SIZE;
        int bits = parts.group(2) == null ? all : Integer.parseInt(parts.group(2));
        if (bits > all) {
            throw new InvalidValueException(text, "has too many bits", "at most " + all);
        }
        AddressRange range = new AddressRange(network, bits);
        for (int bit = bits; bit < all; bit++) {
            if (isSet(network.getAddress(), bit)) {
                throw new InvalidValueException(text, "has host bits set", "an address that ends with zeros");
            }
        }
        return range;
    }

    /** Returns whether the range has {@code address}. An IPv4 address that is mapped to IPv6 counts as IPv4. */
    public boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            if (isSet(mine, bit) != isSet(other, bit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSet(byte[] address, int bit) {
        return (address[bit / Byte.SIZE] & (1 << (Byte.SIZE - 1 - bit % Byte.SIZE))) != 0;
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + bits;
    }
}
