package dev.medley.server.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxMachineTest {

    private static final long MIB = 1L << 20;

    @TempDir
    private Path root;

    @Test
    void readsBothLimitsOnOpenFiles() throws IOException {
        write(
                "proc/self/limits",
                "Limit   Soft Limit  Hard Limit  Units\nMax open files     1024    unlimited   files \n");

        assertThat(machine().read(SystemLimit.OPEN_FILES)).hasValue(1024);
        assertThat(machine().read(SystemLimit.OPEN_FILES_HARD)).hasValue(Long.MAX_VALUE);
    }

    @Test
    void countsThePortsOfTheRangeThatAreNotReserved() throws IOException {
        write("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        write("proc/sys/net/ipv4/ip_local_reserved_ports", "8080,40000,60990-61010\n");

        assertThat(machine().read(SystemLimit.LOCAL_PORTS)).hasValue(28_232 - 1 - 10);
    }

    @Test
    void readsTheNumbersOfTheKernel() throws IOException {
        write("proc/sys/net/core/somaxconn", "4096\n");
        write("proc/sys/net/ipv4/tcp_tw_reuse", "2\n");

        assertThat(machine().read(SystemLimit.LISTEN_BACKLOG)).hasValue(4096);
        assertThat(machine().read(SystemLimit.TIME_WAIT_REUSE)).hasValue(2);
    }

    @Test
    void takesTheMemoryOfTheMachineWhereNoGroupSetsALimit() throws IOException {
        write("proc/meminfo", "MemTotal:        2048 kB\nMemFree:         1024 kB\n");
        write("proc/self/cgroup", "0::/user.slice\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");

        assertThat(machine().read(SystemLimit.MEMORY)).hasValue(2 * MIB);
    }

    @Test
    void takesTheTightestOfTheGroupsOfVersion2() throws IOException {
        write("proc/meminfo", "MemTotal:        8192 kB\n");
        write("proc/self/cgroup", "0::/system.slice/medley.service\n");
        write("sys/fs/cgroup/system.slice/memory.max", "3145728\n");
        write("sys/fs/cgroup/system.slice/medley.service/memory.max", "4194304\n");

        assertThat(machine().read(SystemLimit.MEMORY)).hasValue(3 * MIB);
    }

    @Test
    void takesTheRootOfVersion1WhereAContainerDoesNotSeeItsOwnPath() throws IOException {
        write("proc/meminfo", "MemTotal:        8192 kB\n");
        write("proc/self/cgroup", "5:cpu:/\n4:memory:/docker/0123\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n");

        assertThat(machine().read(SystemLimit.MEMORY)).hasValue(MIB);
    }

    @Test
    void limitsAreUnknownWithoutTheFiles() {
        assertThat(machine().read(SystemLimit.OPEN_FILES)).isEmpty();
        assertThat(machine().read(SystemLimit.OPEN_FILES_HARD)).isEmpty();
        assertThat(machine().read(SystemLimit.LOCAL_PORTS)).isEmpty();
        assertThat(machine().read(SystemLimit.LISTEN_BACKLOG)).isEmpty();
        assertThat(machine().read(SystemLimit.TIME_WAIT_REUSE)).isEmpty();
        assertThat(machine().read(SystemLimit.MEMORY)).isEmpty();
    }

    @Test
    void limitsAreUnknownIfAFileHasAnotherFormat() throws IOException {
        write("proc/self/limits", "Max open files     many    more   files \n");
        write("proc/sys/net/ipv4/ip_local_port_range", "all of them\n");
        write("proc/self/cgroup", "nonsense\n");

        assertThat(machine().read(SystemLimit.OPEN_FILES)).isEmpty();
        assertThat(machine().read(SystemLimit.LOCAL_PORTS)).isEmpty();
        assertThat(machine().read(SystemLimit.MEMORY)).isEmpty();
    }

    @Test
    void readsTheLimitsOfTheJvm() {
        assertThat(machine().read(SystemLimit.JAVA_VERSION))
                .hasValue(Runtime.version().feature());
        assertThat(machine().read(SystemLimit.PROCESSORS)).isPresent();
        assertThat(machine().read(SystemLimit.MAX_HEAP)).isPresent();
    }

    private LinuxMachine machine() {
        return new LinuxMachine(root);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolve("..").normalize());
        Files.writeString(file, text);
    }
}
