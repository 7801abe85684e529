import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Starts each stack beside stub partners, and compares its replies with those that docs/recipes.md gives Medley. */
class Check {

    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static int failures;

    record Asked(String partner, String path, String id, String authorization, String type, String body) {}

    /** All partners in one server; the first segment of the path is the partner's name. */
    static class Stubs {

        final ConcurrentLinkedQueue<Asked> asked = new ConcurrentLinkedQueue<>();
        final AtomicInteger users = new AtomicInteger();
        final AtomicInteger mostUsers = new AtomicInteger();
        final BlockingQueue<Boolean> cancelled = new LinkedBlockingQueue<>();
        final HttpServer server;

        Stubs() throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
        }

        String url(String partner) {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + partner;
        }

        void answer(HttpExchange exchange) throws IOException {
            String uri = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String partner = uri.split("/")[1];
            String path = uri.substring(partner.length() + 1);
            asked.add(new Asked(
                    partner,
                    path,
                    exchange.getRequestHeaders().getFirst("X-Request-Id"),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    body));
            try (exchange) {
                switch (partner) {
                    case "orders" -> {
                        if (exchange.getRequestMethod().equals("POST")) {
                            created(exchange, body);
                        } else {
                            order(exchange, path);
                        }
                    }
                    case "customers" -> reply(exchange, 200, "{\"id\":3,\"name\":\"Ada\"}");
                    case "products" -> reply(exchange, 200, "{\"id\":7,\"name\":\"Score\"}");
                    case "recommendations" -> recommendations(exchange, path);
                    case "users" -> user(exchange, path.substring("/users/".length()));
                    default -> reply(exchange, 404, "{}");
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }

        /**
         * 7 is an order, 8 one without recommendations; 9 answers 503, 10 stops within the body,
         * 11 is of another shape.
         */
        void order(HttpExchange exchange, String path) throws IOException, InterruptedException {
            String document = "{\"id\":7,\"customer\":3,\"items\":[{\"quantity\":2,\"price\":4.5},"
                    + "{\"quantity\":1,\"price\":10.25}]}";
            if (path.equals("/orders/9")) {
                reply(exchange, 503, "{}");
            } else if (path.equals("/orders/10")) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                TimeUnit.SECONDS.sleep(20);
            } else {
                reply(exchange, 200, path.equals("/orders/11") ? "{\"items\":5}" : document);
            }
        }

        void created(HttpExchange exchange, String body) throws IOException {
            int status = JsonMapper.shared().readTree(body).get("status").asInt();
            exchange.getResponseHeaders().set("Location", "/orders/12");
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.order+json");
            byte[] bytes = ("{\"answered\":" + status + "}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }

        /** For 8: 503. For 20: after 3 s, which only a part with a time-out of its own does not wait for. */
        void recommendations(HttpExchange exchange, String path) throws IOException, InterruptedException {
            if (path.endsWith("=8")) {
                reply(exchange, 503, "[]");
            } else {
                if (path.endsWith("=20")) {
                    TimeUnit.SECONDS.sleep(3);
                }
                reply(exchange, 200, "[{\"id\":1}]");
            }
        }

        /** 66 answers 503; from 90 on the answer takes 2 s, and 91 notes if it was cancelled. */
        void user(HttpExchange exchange, String id) throws IOException, InterruptedException {
            mostUsers.accumulateAndGet(users.incrementAndGet(), Math::max);
            try {
                TimeUnit.MILLISECONDS.sleep(Integer.parseInt(id) >= 90 ? 2000 : 60 - Integer.parseInt(id) % 10 * 5);
            } finally {
                users.decrementAndGet();
            }
            if (id.equals("91")) {
                slowly(exchange);
            } else {
                reply(exchange, id.equals("66") ? 503 : 200, "{\"id\":" + id + "}");
            }
        }

        /** Writes until a write fails, as the client has closed the connection; if none does, it has not. */
        void slowly(HttpExchange exchange) throws IOException, InterruptedException {
            exchange.sendResponseHeaders(200, 0);
            try {
                for (int i = 0; i < 5; i++) {
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                    TimeUnit.MILLISECONDS.sleep(100);
                }
                cancelled.add(false);
            } catch (IOException x) {
                cancelled.add(true);
            }
        }

        static void reply(HttpExchange exchange, int status, String document) throws IOException {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> mains = new LinkedHashMap<>();
        mains.put("webflux", "recipes.webflux.Application");
        mains.put("vertx", "recipes.vertx.Application");
        mains.put("jdk", "recipes.jdk.Application");
        int port = 18181;
        for (Map.Entry<String, String> stack : mains.entrySet()) {
            check(arguments[0], stack.getKey(), stack.getValue(), port++);
        }
        System.out.println(failures == 0 ? "all replies are as expected" : failures + " checks failed");
        System.exit(failures == 0 ? 0 : 1);
    }

    static void check(String java, String stack, String main, int port) throws Exception {
        Stubs stubs = new Stubs();
        Map<String, Object> urls = new LinkedHashMap<>();
        for (String partner : List.of("orders", "customers", "recommendations", "products", "users")) {
            urls.put(partner, stubs.url(partner));
        }
        List<String> command = new ArrayList<>(
                List.of(java, "-cp", stack + "/target/classes" + File.pathSeparator + stack + "/target/lib/*"));
        if (stack.equals("webflux")) {
            urls.forEach((name, url) -> command.add("-Dpartners." + name + "=" + url));
            command.addAll(List.of("-Dserver.port=" + port, main));
        } else {
            urls.put("port", stack.equals("vertx") ? (Object) port : String.valueOf(port));
            command.addAll(List.of(main, JsonMapper.shared().writeValueAsString(urls)));
        }
        Path log = Path.of(stack, "target", "check.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            new Check().run(stack, stubs, "http://127.0.0.1:" + port, log, process);
        } finally {
            process.destroy();
            process.waitFor();
            stubs.server.stop(0);
        }
    }

    private String stack;

    void run(String stack, Stubs stubs, String url, Path log, Process process) throws Exception {
        this.stack = stack;
        started(url + "/product?id=7", process, log);
        stubs.asked.clear();

        JsonNode order = json(get(url + "/order?id=7", "id-a"), 200);
        expect("a: total", "19.25", order.path("total").asString());
        expect("a: customer", "Ada", order.at("/customer/name").asString());
        expect("a: order", "7", order.at("/order/id").asString());
        expect("a: recommendations", "[{\"id\":1}]", order.path("recommendations").toString());
        expect("a: nothing missing", "true", "" + order.path("missing").isMissingNode());
        for (Asked asked : stubs.asked) {
            expect("g: id at " + asked.partner(), "id-a", asked.id());
        }
        order = json(get(url + "/order?id=8", "id-b"), 200);
        expect("a: fallback", "[]", order.path("recommendations").toString());
        expect("a: missing", "unexpected status", order.at("/missing/recommendations").asString());
        problem("a: required part fails", get(url + "/order?id=9", "id-c"), 502, "orders");
        problem("a: required part is late", get(url + "/order?id=10", "id-d"), 504, "orders");
        expect("a: no number", "400", "" + get(url + "/order?id=x", "id-e").statusCode());

        for (int status : List.of(201, 404, 409)) {
            HttpResponse<String> reply = post(url + "/orders", status);
            expect("b: status", "" + status, "" + reply.statusCode());
            expect("b: body", "{\"answered\":" + status + "}", reply.body());
            expect("b: type", "application/vnd.order+json", reply.headers().firstValue("Content-Type").orElse(""));
            expect("b: location", "/orders/12", reply.headers().firstValue("Location").orElse(""));
        }
        Asked sent = stubs.asked.stream().filter(a -> a.authorization() != null).findFirst().orElseThrow();
        expect("b: authorization at the partner", "Bearer secret", sent.authorization());
        expect("b: type at the partner", "application/json", sent.type());
        expect("b: body at the partner", "{\"status\": 201}", sent.body());
        problem("b: another status", post(url + "/orders", 500), 502, "orders");

        String ids = "id=1&id=2&id=3&id=4&id=5&id=6&id=7&id=8&id=9&id=10";
        JsonNode users = json(get(url + "/users?" + ids, "id-f"), 200).path("users");
        expect("c: order", "[1,2,3,4,5,6,7,8,9,10]", users.valueStream().map(u -> u.get("id").asInt()).toList()
                .toString().replace(" ", ""));
        expect("c: at a time", "4", stubs.mostUsers.toString());
        problem("c: first failure", get(url + "/users?id=66&id=2&id=3&id=4&id=5&id=6&id=7&id=8&id=9", "id-g"), 502,
                "users");
        TimeUnit.MILLISECONDS.sleep(300);
        long after = stubs.asked.stream().filter(a -> "id-g".equals(a.id())).count();
        expect("c: the rest is not sent", "true", "" + (after < 9));
        long begin = System.nanoTime();
        problem("c: failure behind a slow one", get(url + "/users?id=90&id=66", "id-h"), 502, "users");
        System.out.printf("%s: a failure behind a part of 2 s is replied after %d ms%n", stack, millis(begin));

        problem("c: failure before a slow one", get(url + "/users?id=66&id=91", "id-k"), 502, "users");
        System.out.printf("%s: the exchange that is slow is cancelled: %s%n", stack,
                stubs.cancelled.poll(10, TimeUnit.SECONDS));
        System.out.printf("%s: a document of another shape is replied with %d%n", stack,
                get(url + "/order?id=11", "id-l").statusCode());

        begin = System.nanoTime();
        HttpResponse<String> product = get(url + "/product?id=20", "id-i");
        expect("d: in time", "true", "" + (millis(begin) < 1500));
        expect("d: missing", "timeout", json(product, 200).at("/missing/recommendations").asString());
        expect("d: fallback", "[]", json(product, 200).path("recommendations").toString());
        expect("e: Cache-Control", "max-age=60", product.headers().firstValue("Cache-Control").orElse(""));
        expect("d: complete", "[{\"id\":1}]", json(get(url + "/product?id=7", "id-j"), 200)
                .path("recommendations").toString());

        String made = get(url + "/order?id=7", null).headers().firstValue("X-Request-Id").orElse("");
        expect("g: an id is made", "true", "" + (made.length() > 8));
        expect("g: and is sent", "3", "" + stubs.asked.stream().filter(a -> made.equals(a.id())).count());
        String lines = Files.readString(log);
        for (String id : List.of("id-b", "id-c", "id-d", "id-g", "id-h", "id-i")) {
            expect("g: log line of " + id, "true", "" + lines.lines().anyMatch(l -> l.contains("[" + id + "]")));
        }
        expect("g: no line of a failure without an id", "0", "" + lines.lines()
                .filter(l -> l.contains("partner ") && !l.contains("[id-") && !l.contains("[ord-")).count());
    }

    static long millis(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    static void started(String url, Process process, Path log) throws Exception {
        for (int i = 0; i < 300; i++) {
            if (!process.isAlive()) {
                break;
            }
            try {
                if (get(url, "id-start").statusCode() == 200) {
                    return;
                }
            } catch (IOException x) {
                // Not yet listening.
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("no start; see " + log);
    }

    void problem(String what, HttpResponse<String> reply, int status, String partner) {
        expect(what, "" + status, "" + reply.statusCode());
        String type = reply.headers().firstValue("Content-Type").orElse("");
        expect(what + ", type", "application/problem+json", type);
        expect(what + ", partner", "true", "" + reply.body().contains(partner));
    }

    JsonNode json(HttpResponse<String> reply, int status) {
        expect("status", "" + status, "" + reply.statusCode());
        return JsonMapper.shared().readTree(reply.body());
    }

    void expect(String what, String expected, String actual) {
        if (!expected.equals(actual)) {
            failures++;
            System.out.println(stack + ": " + what + ": " + actual + "; expected " + expected);
        }
    }

    static HttpResponse<String> get(String url, String id) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (id != null) {
            request.header("X-Request-Id", id);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    static HttpResponse<String> post(String url, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer secret")
                .header("X-Request-Id", "ord-" + status)
                .POST(BodyPublishers.ofString("{\"status\": " + status + "}"))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }
}
