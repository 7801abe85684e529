// node --test

import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {test} from 'node:test';

// How Medley starts; the environment variable MEDLEY names another folder of it.
const [command, ...options] = process.env.MEDLEY ? [`${process.env.MEDLEY}/medley`] : {{launcher}};

// A partner on a free port, which answers each path with a document, and others with 404. Returns its URL.
const partner = async (documents) => {
  const server = createServer(({url}, response) => {
    const document = documents[url.replace(/\?.*/, '')];
    response.writeHead(document ? 200 : 404, {'Content-Type': 'application/json'});
    response.end(JSON.stringify(document ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
};

// Runs the script of a path: its status, headers, body, exchanges and what is missing.
const run = (path, partners) =>
  new Promise((resolve, reject) => {
    const urls = Object.entries(partners).flatMap(([name, url]) => ['--set', `partners.${name}.url=${url}`]);
    const words = ['try', 'medley.yaml', path, '--json', '--mashups', 'mashups', ...urls];
    execFile(command, [...options, ...words], {cwd: new URL('..', import.meta.url)}, (error, printed, log) =>
      printed === '' ? reject(new Error(log || error?.message)) : resolve(JSON.parse(printed)));
  });

test('a trip has the weather and the hotels of the city', async () => {
  const weather = await partner({'/weather': {summary: 'sunny'}});
  const hotels = await partner({'/hotels': [{name: 'Park View'}]});

  const {status, body, exchanges} = await run('/trip?city=Rome', {weather, hotels});

  assert.equal(status, 200);
  assert.deepEqual(body, {city: 'Rome', sky: 'sunny', hotels: [{name: 'Park View'}], missing: {}});
  assert.deepEqual(exchanges.map(({path}) => path).sort(), ['/hotels?city=Rome', '/weather?city=Rome']);
});

test('a trip without hotels says why they are missing', async () => {
  const weather = await partner({'/weather': {summary: 'sunny'}});
  const hotels = await partner({});

  const {status, body} = await run('/trip?city=Rome', {weather, hotels});

  assert.equal(status, 200);
  assert.deepEqual(body, {city: 'Rome', sky: 'sunny', missing: {hotels: 'unexpected status 404'}});
});

test('a trip without a city is refused', async () => {
  const {status, body, exchanges} = await run('/trip', {});

  assert.equal(status, 400);
  assert.match(body.detail, /the parameter city is missing/);
  assert.deepEqual(exchanges, []);
});
