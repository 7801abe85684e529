package dev.medley.loadtest.experiment.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** nginx and Apache: whether they are installed, and a configuration by which they serve the files. */
final class StaticServer {

    /** Where programs of the administrator are, which are on the path of root only. */
    private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin");

    private static final List<Path> MODULES = List.of(
            Path.of("/usr/lib/apache2/modules"),
            Path.of("/usr/lib64/httpd/modules"),
            Path.of("/usr/lib/httpd/modules"));

    private static final String APACHE = """
            ServerRoot "%1$s"
            ServerName 127.0.0.1
            DefaultRuntimeDir "%1$s"
            PidFile "%1$s/%2$s.pid"
            ErrorLog /dev/stderr
            LogLevel notice
            Listen 127.0.0.1:%3$d
            ListenBacklog 16384
            LoadModule %4$s "%5$s"
            LoadModule authz_core_module "%6$s"
            User "#65534"
            Group "#65534"
            DocumentRoot "%1$s"
            <Directory "%1$s">
                AllowOverride None
                Require all granted
            </Directory>
            KeepAlive On
            MaxKeepAliveRequests 0
            KeepAliveTimeout 300
            """;

    /** As many threads as it has by default, in four processes that stay. */
    private static final String EVENT = """
            StartServers 4
            ServerLimit 4
            ThreadLimit 100
            ThreadsPerChild 100
            MaxRequestWorkers 400
            MinSpareThreads 1
            MaxSpareThreads 400
            """;

    private static final String PREFORK = """
            StartServers %1$d
            ServerLimit %1$d
            MaxRequestWorkers %1$d
            MinSpareServers 1
            MaxSpareServers %1$d
            """.formatted(WebServer.POOL_THREADS);

    private static final String NGINX = """
            daemon off;
            user %3$s;
            worker_processes 1;
            worker_rlimit_nofile 20000;
            pid %1$s/nginx.pid;
            error_log stderr notice;
            events { worker_connections 19500; }
            http {
                access_log off;
                default_type application/octet-stream;
                sendfile on;
                tcp_nopush on;
                keepalive_timeout 300s;
                keepalive_requests 1000000000;
                client_body_temp_path %1$s/body;
                proxy_temp_path %1$s/proxy;
                fastcgi_temp_path %1$s/fastcgi;
                uwsgi_temp_path %1$s/uwsgi;
                scgi_temp_path %1$s/scgi;
                server {
                    listen 127.0.0.1:%2$d backlog=16384;
                    root %1$s;
                }
            }
            """;

    private StaticServer() {}

    /** What they write when they serve. */
    static Pattern ready(WebServer server) {
        return Pattern.compile(
                server == WebServer.NGINX ? "start worker process \\d+\\R" : "resuming normal operations\\R");
    }

    /**
     * The command that starts a server, after its configuration is written.
     *
     * @return empty if it is not installed
     */
    static Optional<ProcessBuilder> command(WebServer server, Path folder, int port) throws IOException {
        return server == WebServer.NGINX ? nginx(folder, port) : apache(server, folder, port);
    }

    private static Optional<ProcessBuilder> nginx(Path folder, int port) throws IOException {
        Optional<String> program = program("nginx");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Path file = Files.writeString(
                folder.resolve("nginx.conf"), NGINX.formatted(folder, port, System.getProperty("user.name")));
        return Optional.of(
                new ProcessBuilder(program.get(), "-e", "stderr", "-p", folder.toString(), "-c", file.toString()));
    }

    private static Optional<ProcessBuilder> apache(WebServer server, Path folder, int port) throws IOException {
        boolean prefork = server == WebServer.APACHE_PREFORK;
        // Its end is a signal to its process group, which would be this process too.
        Optional<String> group = program("setsid");
        Optional<String> program = program("apache2", "httpd");
        Optional<Path> processes = module(prefork ? "mpm_prefork" : "mpm_event");
        Optional<Path> access = module("authz_core");
        if (group.isEmpty() || program.isEmpty() || processes.isEmpty() || access.isEmpty()) {
            return Optional.empty();
        }
        String configuration = APACHE.formatted(
                        folder,
                        server.label(),
                        port,
                        prefork ? "mpm_prefork_module" : "mpm_event_module",
                        processes.get(),
                        access.get())
                + (prefork ? PREFORK : EVENT);
        Path file = Files.writeString(folder.resolve(server.label() + ".conf"), configuration);
        return Optional.of(new ProcessBuilder(group.get(), program.get(), "-DFOREGROUND", "-f", file.toString()));
    }

    private static Optional<Path> module(String name) {
        return MODULES.stream()
                .map(folder -> folder.resolve("mod_" + name + ".so"))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private static Optional<String> program(String... names) {
        List<String> path = Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)), FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .toList();
        return Stream.of(names)
                .flatMap(name -> path.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
