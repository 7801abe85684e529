// A partner that says what trace it was told of: node traced.mjs PORT [CERTIFICATE KEY], over HTTP/1.1, or over HTTP/2 with TLS if a
// certificate and its key are given. /flaky answers a 503 first and /slow after two seconds at first, each for every id; /shared after
// half a second; /gone is a 404; /kept and /shared may be kept.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';

const [port, certificate, key] = process.argv.slice(2);
const seen = new Map();

const handle = (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const times = (seen.get(request.url) ?? 0) + 1;
  seen.set(request.url, times);
  const first = times === 1;
  const kept = url.pathname === '/kept' || url.pathname === '/shared';
  const status = url.pathname === '/gone' ? 404 : url.pathname === '/flaky' && first ? 503 : 200;
  const delay = url.pathname === '/slow' && first ? 2000 : url.pathname === '/shared' ? 500 : 0;
  setTimeout(() => {
    response.writeHead(status, { 'content-type': 'application/json', ...(kept ? { 'cache-control': 'max-age=60' } : {}) });
    response.end(JSON.stringify({ traceparent: request.headers.traceparent ?? null }));
  }, delay);
};

const server = certificate
  ? http2.createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) }, handle)
  : http.createServer(handle);
server.listen(Number(port), '127.0.0.1');
