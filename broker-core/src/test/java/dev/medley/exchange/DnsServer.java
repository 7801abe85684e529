package dev.medley.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.IO;

/** A server of DNS (RFC 1035) with records of the types A and SRV, which a test changes. What is too long for UDP it has by TCP. */
final class DnsServer implements AutoCloseable {

    private static final int A = 1;
    private static final int SRV = 33;
    private static final int AAAA = 28;
    private static final int HEADER = 12;
    private static final int NX_DOMAIN = 3;
    private static final int REFUSED = 5;
    private static final int MAX_OF_UDP = 512;
    private static final int TRUNCATED = 2;

    private final Map<String, List<String>> services = new ConcurrentHashMap<>();
    private final Map<String, List<String>> hosts = new ConcurrentHashMap<>();
    private final AtomicInteger queries = new AtomicInteger();
    private final ServerSocket streams;
    private final DatagramSocket socket;
    private volatile boolean silent;
    private volatile boolean silentStreams;
    private volatile boolean refusesIpv6;

    DnsServer() throws IOException {
        streams = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        socket = new DatagramSocket(streams.getLocalSocketAddress());
        start(this::serve);
        start(this::serveStreams);
    }

    private static void start(Runnable serving) {
        Thread thread = new Thread(serving, "dns-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the name of a service at this server, as the configuration has it. */
    String service(String name) {
        return "dns://127.0.0.1:" + socket.getLocalPort() + "/" + name;
    }

    /** The service {@code name} has {@code records}, each as its priority, weight, port and host. */
    void srv(String name, String... records) {
        services.put(name, List.of(records));
    }

    /** The host {@code name} has {@code addresses}. */
    void host(String name, String... addresses) {
        hosts.put(name, List.of(addresses));
    }

    /** Answers no query while it is {@code silent}. */
    void silent(boolean isSilent) {
        silent = isSilent;
    }

    /** Accepts connections and answers nothing by them. */
    void silentStreams() {
        silentStreams = true;
    }

    /** Answers queries for addresses of IPv6 with an error. */
    void refuseIpv6() {
        refusesIpv6 = true;
    }

    int queries() {
        return queries.get();
    }

    private void serve() {
        byte[] buffer = new byte[512];
        while (!socket.isClosed()) {
            DatagramPacket query = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(query);
                queries.incrementAndGet();
                if (!silent) {
                    byte[] answer = answer(buffer, query.getLength());
                    if (answer.length > MAX_OF_UDP) {
                        answer[2] |= TRUNCATED;
                    }
                    socket.send(
                            new DatagramPacket(answer, Math.min(MAX_OF_UDP, answer.length), query.getSocketAddress()));
                }
            } catch (SocketException x) {
                return;
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        }
    }

    private void serveStreams() {
        List<Socket> open = new ArrayList<>();
        while (!streams.isClosed()) {
            try {
                Socket stream = streams.accept();
                open.add(stream);
                if (!silentStreams) {
                    DataInputStream in = new DataInputStream(stream.getInputStream());
                    byte[] query = in.readNBytes(in.readUnsignedShort());
                    byte[] answer = answer(query, query.length);
                    DataOutputStream out = new DataOutputStream(stream.getOutputStream());
                    out.writeShort(answer.length);
                    out.write(answer);
                }
            } catch (SocketException x) {
                break;
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        }
        open.forEach(IO::close);
    }

    private byte[] answer(byte[] query, int length) throws IOException {
        StringBuilder name = new StringBuilder();
        int at = HEADER;
        while (query[at] != 0) {
            name.append(name.isEmpty() ? "" : ".").append(new String(query, at + 1, query[at], US_ASCII));
            at += query[at] + 1;
        }
        int type = ((query[at + 1] & 0xff) << 8) | (query[at + 2] & 0xff);
        int end = at + 5;
        Map<String, List<String>> of = type == SRV ? services : type == A ? hosts : Map.of();
        boolean known = services.containsKey(name.toString()) || hosts.containsKey(name.toString());
        List<String> records = of.getOrDefault(name.toString(), List.of());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(0x8400 | (refusesIpv6 && type == AAAA ? REFUSED : known ? 0 : NX_DOMAIN));
        out.writeShort(1);
        out.writeShort(records.size());
        out.writeShort(0);
        out.writeShort(0);
        out.write(query, HEADER, end - HEADER);
        for (String record : records) {
            out.writeShort(0xc000 | HEADER);
            out.writeShort(type);
            out.writeShort(1);
            out.writeInt(1);
            byte[] data =
                    type == SRV ? srv(record) : InetAddress.getByName(record).getAddress();
            out.writeShort(data.length);
            out.write(data);
        }
        return length < end ? new byte[0] : bytes.toByteArray();
    }

    private static byte[] srv(String record) throws IOException {
        String[] fields = record.split(" ", -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < 3; i++) {
            out.writeShort(Integer.parseInt(fields[i]));
        }
        for (String label : fields[3].equals(".") ? new String[0] : fields[3].split("\\.", -1)) {
            out.writeByte(label.length());
            out.write(label.getBytes(US_ASCII));
        }
        out.writeByte(0);
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        IO.close(streams);
        socket.close();
    }
}
