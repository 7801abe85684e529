import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Clients that ask for a computation each and leave without its result: one half closes its connection, the other one resets it.
 * Prints a line for each, with its id and the time at which it has left, in milliseconds since the epoch.
 *
 * <p>Arguments: port, first id, number of clients (0 for no end), clients a second, shortest and longest stay in milliseconds.
 */
final class LeavingClients {

    private record Client(int id, SocketChannel channel, long leavesAt) {}

    private LeavingClients() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        int first = Integer.parseInt(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        double perMilli = Integer.parseInt(arguments[3]) / 1000.0;
        int shortest = Integer.parseInt(arguments[4]);
        int longest = Integer.parseInt(arguments[5]);
        PriorityQueue<Client> staying = new PriorityQueue<>(Comparator.comparingLong(Client::leavesAt));
        Random random = new Random(1);
        StringBuilder left = new StringBuilder();
        long began = System.currentTimeMillis();
        int opened = 0;
        while (count == 0 || opened < count || !staying.isEmpty()) {
            long now = System.currentTimeMillis();
            while ((count == 0 || opened < count) && opened < (now - began) * perMilli) {
                int id = first + opened++;
                staying.add(new Client(id, ask(port, id), now + shortest + random.nextInt(longest - shortest + 1)));
            }
            while (!staying.isEmpty() && staying.element().leavesAt() <= now) {
                Client leaving = staying.remove();
                leave(leaving);
                if (count > 0) {
                    left.append(leaving.id()).append(' ').append(System.currentTimeMillis()).append('\n');
                }
            }
            Thread.sleep(1);
        }
        System.out.print(left);
    }

    private static SocketChannel ask(int port, int id) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        String request = "GET /compute?id=" + id + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        return channel;
    }

    private static void leave(Client leaving) throws IOException {
        if (leaving.id() % 2 == 0) {
            leaving.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        leaving.channel().close();
    }
}
