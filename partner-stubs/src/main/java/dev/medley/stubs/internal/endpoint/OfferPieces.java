package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The document of one partner: as many offers as fit, then a text that fills it up to the byte. A size too small even
 * for the frame gives the number of the partner alone, followed by spaces, which JSON allows.
 */
final class OfferPieces implements Pieces {

    private static final int PIECE = 32 * 1024;

    private static final String TAIL = "],\"page\":{\"number\":1,\"of\":3,\"next\":null},\"padding\":\"";

    private static final String END = "\"}";

    private static final String[] WAREHOUSES = {"north", "east", "south", "west"};

    private final StringBuilder piece = new StringBuilder(PIECE);
    private final int partner;
    private final long length;
    private long made;
    private int offers;

    OfferPieces(int partner, long size) {
        this.partner = partner;
        this.length = Math.max(size, small().length());
    }

    private String small() {
        return "{\"partner\":" + partner + "}";
    }

    private String frame() {
        return "{\"partner\":" + partner + ",\"status\":\"ok\",\"offers\":[";
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean hasNext() {
        return made < length;
    }

    @Override
    public ByteBuffer next() {
        piece.setLength(0);
        if (made == 0 && !begin()) {
            return bytes();
        }
        boolean room = true;
        while (room && piece.length() < PIECE) {
            room = appendOffer();
        }
        if (!room) {
            piece.append(TAIL);
            fill('x', left() - END.length());
            piece.append(END);
        }
        return bytes();
    }

    /** Returns whether there is room for more than the number of the partner. */
    private boolean begin() {
        piece.append(frame());
        if (left() >= TAIL.length() + END.length()) {
            return true;
        }
        piece.setLength(0);
        piece.append(small());
        fill(' ', left());
        return false;
    }

    /** The bytes of the document that come after what is made and what is in the piece. */
    private long left() {
        return length - made - piece.length();
    }

    private boolean appendOffer() {
        int before = piece.length();
        int n = offers;
        piece.append(n == 0 ? "" : ",")
                .append("{\"id\":")
                .append(1000 + n)
                .append(",\"name\":\"offer number ")
                .append(n)
                .append("\",\"price\":")
                .append(19 + n % 80)
                .append(".5,\"currency\":\"EUR\",\"tags\":[\"new\",\"sale\"],\"stock\":{\"warehouse\":\"")
                .append(WAREHOUSES[n % WAREHOUSES.length])
                .append("\",\"count\":")
                .append(n % 100)
                .append(",\"open\":")
                .append(n % 2 == 0)
                .append("}}");
        if (left() < TAIL.length() + END.length()) {
            piece.setLength(before);
            return false;
        }
        offers++;
        return true;
    }

    private void fill(char filler, long count) {
        piece.append(String.valueOf(filler).repeat((int) count));
    }

    private ByteBuffer bytes() {
        made += piece.length();
        return ByteBuffer.wrap(piece.toString().getBytes(StandardCharsets.US_ASCII));
    }
}
