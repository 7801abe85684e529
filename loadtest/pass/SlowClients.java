import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that ask for a body and do not read it, beside a fast one. Arguments: http/1.1 or h2c, port, path, slow clients,
 * requests of the fast one. Prints "waiting" once the slow ones have asked, then for each line of input the milliseconds
 * that the fast one's requests took, in order; ends with the input.
 */
public final class SlowClients {

    private static final int SMALL_BUFFER = 4096;
    private static final int STREAMS = 100;
    private static final int WINDOW = 65_535;

    public static void main(String[] arguments) throws Exception {
        boolean http2 = arguments[0].equals("h2c");
        int port = Integer.parseInt(arguments[1]);
        String path = arguments[2];
        int slow = Integer.parseInt(arguments[3]);
        int requests = Integer.parseInt(arguments[4]);
        List<Client> clients = new ArrayList<>();
        if (http2) {
            for (int left = slow; left > 0 || clients.isEmpty(); left -= STREAMS) {
                Http2 client = new Http2(port);
                clients.add(client);
                for (int i = 0; i < Math.min(left, STREAMS); i++) {
                    client.ask(path);
                }
                client.awaitFirstBytes();
            }
        } else {
            for (int i = 0; i < slow; i++) {
                Http1 client = new Http1(port, SMALL_BUFFER);
                clients.add(client);
                client.ask(path);
                client.awaitFirstBytes();
            }
        }
        System.out.println("waiting");
        while (System.in.read() == '\n') {
            // Over HTTP/2 on a connection of slow streams.
            Client fast = http2 ? clients.get(0) : new Http1(port, 1 << 20);
            StringBuilder took = new StringBuilder();
            for (int i = 0; i < requests; i++) {
                long start = System.nanoTime();
                fast.ask(path);
                fast.readAll();
                took.append(String.format("%.1f ", (System.nanoTime() - start) / 1e6));
            }
            System.out.println(took.toString().strip());
        }
        System.exit(0);
    }

    /** One connection. */
    private interface Client {

        void ask(String path) throws IOException;

        void awaitFirstBytes() throws IOException;

        /** Reads the body that was asked for last to its end. */
        void readAll() throws IOException;
    }

    private static Socket connect(int port, int buffer) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(buffer);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return socket;
    }

    private static final class Http1 implements Client {

        private final DataInputStream in;
        private final OutputStream out;

        Http1(int port, int buffer) throws IOException {
            Socket socket = connect(port, buffer);
            in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), buffer));
            out = socket.getOutputStream();
        }

        @Override
        public void ask(String path) throws IOException {
            out.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void awaitFirstBytes() throws IOException {
            in.readByte();
        }

        @Override
        public void readAll() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readByte());
            }
            String text = head.toString().toLowerCase();
            int at = text.indexOf("content-length:");
            if (!text.startsWith("http/1.1 200") || at < 0) {
                throw new IOException(text);
            }
            in.skipNBytes(Long.parseLong(text.substring(at + 15, text.indexOf('\r', at)).strip()));
        }
    }

    /** Grants more of the connection's window as bytes come, and of a stream's window only when its body is read. */
    private static final class Http2 implements Client {

        private final DataInputStream in;
        private final OutputStream out;
        private int stream = -1;
        private int answered;

        Http2(int port) throws IOException {
            Socket socket = connect(port, 1 << 20);
            in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
            out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(4, 0, 0, new byte[0]);
            grant(0, 1 << 30);
        }

        @Override
        public void ask(String path) throws IOException {
            stream += 2;
            byte[] target = path.getBytes(StandardCharsets.US_ASCII);
            byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
            // :method GET, :scheme http, :path and :authority as literals without an index (RFC 7541, section 6.2.2).
            byte[] block = new byte[2 + 2 + target.length + 2 + host.length];
            block[0] = (byte) 0x82;
            block[1] = (byte) 0x86;
            block[2] = 0x04;
            block[3] = (byte) target.length;
            System.arraycopy(target, 0, block, 4, target.length);
            block[4 + target.length] = 0x01;
            block[5 + target.length] = (byte) host.length;
            System.arraycopy(host, 0, block, 6 + target.length, host.length);
            frame(1, 0x5, stream, block);
        }

        @Override
        public void awaitFirstBytes() throws IOException {
            while (answered < (stream + 1) / 2) {
                read();
            }
        }

        @Override
        public void readAll() throws IOException {
            int mine = stream;
            while (true) {
                int[] frame = read();
                if (frame[1] == mine && frame[0] == 0) {
                    if ((frame[2] & 1) != 0) {
                        return;
                    }
                    if (frame[3] > 0) {
                        grant(mine, frame[3]);
                    }
                }
            }
        }

        /** Reads a frame; returns type, stream, flags, length. */
        private int[] read() throws IOException {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int on = in.readInt() & 0x7fffffff;
            in.skipNBytes(length);
            if (type == 4 && (flags & 1) == 0) {
                frame(4, 1, 0, new byte[0]);
            } else if (type == 3 || type == 7) {
                throw new IOException("frame of type " + type + " on stream " + on);
            } else if (type == 1) {
                answered++;
            }
            return new int[] {type, on, flags, length};
        }

        private void grant(int on, int bytes) throws IOException {
            frame(8, 0, on, new byte[] {(byte) (bytes >> 24), (byte) (bytes >> 16), (byte) (bytes >> 8), (byte) bytes});
        }

        private void frame(int type, int flags, int on, byte[] content) throws IOException {
            byte[] frame = new byte[9 + content.length];
            frame[0] = (byte) (content.length >> 16);
            frame[1] = (byte) (content.length >> 8);
            frame[2] = (byte) content.length;
            frame[3] = (byte) type;
            frame[4] = (byte) flags;
            frame[5] = (byte) (on >> 24);
            frame[6] = (byte) (on >> 16);
            frame[7] = (byte) (on >> 8);
            frame[8] = (byte) on;
            System.arraycopy(content, 0, frame, 9, content.length);
            out.write(frame);
        }
    }
}
