package dev.medley.server;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The first message of a TLS client (RFC 4346), which a JDK cannot be brought to send for old versions. */
final class ClientHello {

    private static final int[] CIPHERS = {0xC013, 0xC014, 0xC009, 0xC00A, 0x002F, 0x0035};

    private ClientHello() {}

    /** Returns that of a client that speaks TLS 1.1 and no later version. */
    static byte[] tls11() throws IOException {
        ByteArrayOutputStream hello = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(hello);
        out.writeShort(0x0302);
        out.write(new byte[32]);
        out.writeByte(0);
        out.writeShort(CIPHERS.length * 2);
        for (int cipher : CIPHERS) {
            out.writeShort(cipher);
        }
        out.writeShort(0x0100);
        // Extensions: supported groups (secp256r1), point formats (uncompressed).
        out.writeShort(14);
        out.write(new byte[] {0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0});

        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream wire = new DataOutputStream(record);
        wire.writeByte(22);
        wire.writeShort(0x0301);
        wire.writeShort(hello.size() + 4);
        wire.writeByte(1);
        wire.writeByte(0);
        wire.writeShort(hello.size());
        wire.write(hello.toByteArray());
        return record.toByteArray();
    }
}
