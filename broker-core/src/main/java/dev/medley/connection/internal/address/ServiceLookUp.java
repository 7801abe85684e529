package dev.medley.connection.internal.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import org.jspecify.annotations.Nullable;

/**
 * Looks up where a service is, by the DNS provider of the JDK's JNDI. That asks a server for at most 7 s, and knows no lifetime of its
 * answers. Thread-safe.
 *
 * @param names look the hosts of records up, unless these name a server of their own
 */
public record ServiceLookUp(NameLookUp names) {

    /** A name with more addresses has its first ones. */
    public static final int MAX_ADDRESSES = 256;

    private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";
    private static final String FIRST_TIMEOUT_MILLIS = "1000";
    /** Each with twice the time of the one before. */
    private static final String TRIES = "3";

    /** As a target, it says that there is no such service. */
    private static final String NOWHERE = ".";

    private static final String NO_PORT = "0";
    private static final int FIELDS = 4;

    /**
     * Returns the addresses of {@code service}, at least one. May block for seconds; called by a thread that may.
     *
     * @throws UnknownHostException if it has none, or cannot be looked up
     */
    public List<ServiceAddress> of(ServiceName service) throws UnknownHostException {
        try {
            DirContext dns = open(service);
            try {
                return found(service, dns);
            } finally {
                dns.close();
            }
        } catch (NamingException x) {
            throw failed(service, String.valueOf(x.getMessage()), x);
        }
    }

    private List<ServiceAddress> found(ServiceName service, DirContext dns)
            throws NamingException, UnknownHostException {
        Map<InetSocketAddress, ServiceAddress> found = new LinkedHashMap<>();
        Map<String, List<InetAddress>> hosts = new HashMap<>();
        @Nullable Exception last = null;
        // By priority: the places of the first ones are those to have.
        for (Srv record : records(dns, service)) {
            if (found.size() >= MAX_ADDRESSES) {
                break;
            }
            List<InetAddress> addresses = hosts.get(record.host);
            if (addresses == null) {
                try {
                    addresses = addresses(service, dns, record.host);
                } catch (NamingException | UnknownHostException x) {
                    // The others may be there.
                    last = x;
                    addresses = List.of();
                }
                hosts.put(record.host, addresses);
            }
            for (InetAddress address : addresses) {
                found.putIfAbsent(
                        new InetSocketAddress(address, record.port),
                        new ServiceAddress(address, record.port, record.priority, record.weight));
            }
        }
        if (found.isEmpty()) {
            throw failed(
                    service,
                    last == null ? "there are no SRV records" : "their hosts are unknown: " + last.getMessage(),
                    last);
        }
        return List.copyOf(found.values());
    }

    /** Returns the records that say where the service is, in an order that does not depend on that of the answer. */
    private static List<Srv> records(DirContext dns, ServiceName service) throws NamingException {
        List<Srv> records = new ArrayList<>();
        for (String text : values(dns, service.name(), "SRV")) {
            String[] fields = text.split(" ", -1);
            if (fields.length == FIELDS && !fields[FIELDS - 1].equals(NOWHERE) && !fields[2].equals(NO_PORT)) {
                records.add(new Srv(
                        Integer.parseInt(fields[0]),
                        Integer.parseInt(fields[1]),
                        Integer.parseInt(fields[2]),
                        fields[FIELDS - 1]));
            }
        }
        records.sort(
                Comparator.comparingInt(Srv::priority).thenComparing(Srv::host).thenComparingInt(Srv::port));
        return records;
    }

    private record Srv(int priority, int weight, int port, String host) {}

    private List<InetAddress> addresses(ServiceName service, DirContext dns, String host)
            throws NamingException, UnknownHostException {
        String plain = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        if (service.server() == null) {
            return List.of(names.of(plain));
        }
        List<InetAddress> found = new ArrayList<>();
        for (String text : values(dns, plain, "A")) {
            found.add(InetAddress.getByName(text));
        }
        try {
            for (String text : values(dns, plain, "AAAA")) {
                found.add(InetAddress.getByName(text));
            }
        } catch (NamingException x) {
            // A server that knows nothing of IPv6.
            if (found.isEmpty()) {
                throw x;
            }
        }
        if (found.isEmpty()) {
            throw new UnknownHostException(plain);
        }
        return found;
    }

    /** Of one type: for several, JNDI asks for all, which servers refuse (RFC 8482). */
    @SuppressWarnings("BanJNDI") // The provider of DNS returns text only.
    private static List<String> values(DirContext dns, String name, String type) throws NamingException {
        Attribute attribute = dns.getAttributes(name + ".", new String[] {type}).get(type);
        List<String> values = new ArrayList<>();
        if (attribute != null) {
            NamingEnumeration<?> all = attribute.getAll();
            while (all.hasMore()) {
                values.add(String.valueOf(all.next()));
            }
        }
        return values;
    }

    @SuppressWarnings("JdkObsolete") // JNDI takes nothing else.
    private static DirContext open(ServiceName service) throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
        environment.put(Context.PROVIDER_URL, service.server() == null ? "dns:" : "dns://" + service.server() + "/");
        environment.put("com.sun.jndi.dns.timeout.initial", FIRST_TIMEOUT_MILLIS);
        environment.put("com.sun.jndi.dns.timeout.retries", TRIES);
        return new InitialDirContext(environment);
    }

    private static UnknownHostException failed(ServiceName service, String why, @Nullable Exception cause) {
        UnknownHostException failed = new UnknownHostException(service + ": " + why);
        if (cause != null) {
            failed.initCause(cause);
        }
        return failed;
    }
}
