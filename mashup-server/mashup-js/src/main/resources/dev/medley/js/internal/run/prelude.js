// What a script finds beside JavaScript itself. It is run first in each context, and returns the function that runs a script. The
// arguments are functions of the server, which take and give texts and numbers: no object of one side reaches the other. What they
// refuse, they return as a text.
(function (call, cancel, textOf, timer, log, read, about, unknown, reply, problem, failed, clear) {
  'use strict';

  // A script may replace those of its context.
  const {Array, Date, Error, JSON, Map, Math, Number, Object, Promise, Proxy, RangeError, RegExp, Set, String, Symbol, TypeError} = globalThis;
  const {stringify, parse} = JSON;
  const OPTIONS = ['accept', 'attemptTimeout', 'headers', 'idempotencyKey', 'name', 'retries', 'timeout', 'type'];
  const WITHOUT_BODY = [204, 205, 304];
  const OF_MESSAGE = [
    'connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'server', 'te',
    'trailer', 'transfer-encoding', 'upgrade'];
  const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

  const known = (names) => (name) => names.includes('\n' + name + '\n');
  const hidden = (target, name, value) =>
    Object.defineProperty(target, name, {value, writable: true, configurable: true});
  // Names and values of fields: a list has several values, and null has none.
  const pairs = (fields) =>
    typeof fields?.[Symbol.iterator] === 'function'
      ? [...fields].map(([name, value]) => [String(name), String(value)])
      : Object.entries(fields ?? {}).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value])
            .filter((each) => each !== undefined && each !== null)
            .map((each) => [name, String(each)]));
  const flat = (fields) => stringify(pairs(fields).flat());

  const lazily = (target, name, make) =>
    Object.defineProperty(target, name, {
      get() {
        const value = make();
        Object.defineProperty(target, name, {value, enumerable: true});
        return value;
      },
      enumerable: true,
      configurable: true,
    });

  // ---- Errors. ------------------------------------------------------------------------------------------------

  // What a partner failed with. Uncaught, it becomes the problem that a mashup in Java has.
  class PartnerError extends Error {
    #failure = -1;
    #missing;
    static of(failure, message, partner, reason, status, phase, missing) {
      const error = new PartnerError(message);
      error.partner = partner ?? undefined;
      error.reason = reason ?? undefined;
      error.status = status || undefined;
      error.phase = phase ?? undefined;
      error.#failure = failure;
      error.#missing = missing ?? undefined;
      return error;
    }
    static failureOf(error) {
      return error instanceof PartnerError && #failure in error ? error.#failure : -1;
    }
    static missingOf(error) {
      return error instanceof PartnerError && #missing in error ? error.#missing : undefined;
    }
  }
  hidden(PartnerError.prototype, 'name', 'PartnerError');
  const {of: failedCall, failureOf, missingOf} = PartnerError;
  delete PartnerError.of;
  delete PartnerError.failureOf;
  delete PartnerError.missingOf;

  const checkStatus = (status, hasBody = false) => {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError('the status is ' + String(status) + '; expected a whole number from 200 to 599');
    }
    if (hasBody && WITHOUT_BODY.includes(status)) {
      throw new TypeError('a reply with status ' + status + ' has no body');
    }
  };

  // Thrown, it becomes the reply.
  class Problem extends Error {
    constructor(status, detail, headers) {
      checkStatus(status);
      super(detail);
      this.status = status;
      this.headers = headers ?? {};
    }
  }
  hidden(Problem.prototype, 'name', 'Problem');

  // ---- Bodies. ------------------------------------------------------------------------------------------------

  class Headers {
    #fields = new Map();
    constructor(fields) {
      const ofOther = fields instanceof Headers && fields.#frozen !== undefined;
      for (const [name, value] of pairs(fields)) {
        // Of a message that has arrived, those of its connection and its body are not those of another one.
        if (!ofOther || !OF_MESSAGE.includes(name)) {
          this.append(name, value);
        }
      }
    }
    #frozen;
    static freeze(headers, reason) {
      headers.#frozen = reason;
    }
    #requireOpen() {
      if (this.#frozen !== undefined) {
        throw new TypeError(this.#frozen);
      }
    }
    append(name, value) {
      this.#requireOpen();
      const key = String(name).toLowerCase();
      const before = this.#fields.get(key);
      this.#fields.set(key, before === undefined ? [String(value)] : [...before, String(value)]);
    }
    set(name, value) {
      this.#requireOpen();
      this.#fields.set(String(name).toLowerCase(), [String(value)]);
    }
    get(name) {
      return this.#fields.get(String(name).toLowerCase())?.join(', ') ?? null;
    }
    has(name) {
      return this.#fields.has(String(name).toLowerCase());
    }
    delete(name) {
      this.#requireOpen();
      this.#fields.delete(String(name).toLowerCase());
    }
    forEach(callback) {
      for (const [name, value] of this) {
        callback(value, name, this);
      }
    }
    *[Symbol.iterator]() {
      for (const [name, values] of this.#fields) {
        for (const value of values) {
          yield [name, value];
        }
      }
    }
    entries() {
      return this[Symbol.iterator]();
    }
    toJSON() {
      return Object.fromEntries([...this.#fields].map(([name, values]) => [name, values.join(', ')]));
    }
  }
  const {freeze} = Headers;
  delete Headers.freeze;
  const headersOf = (list, frozen) => {
    const headers = new Headers();
    const fields = parse(list);
    for (let i = 0; i < fields.length; i += 2) {
      headers.append(fields[i], fields[i + 1]);
    }
    freeze(headers, frozen);
    return headers;
  };

  // A response of a partner, or a reply. The bytes of the former stay in the server, for a script that passes it on.
  class Response {
    #text;
    #handle = -1;
    #passed = false;
    constructor(body, init) {
      if (init !== undefined && init !== null && typeof init !== 'object') {
        throw new TypeError('the second argument of a Response is ' + String(init) + '; expected an object such as {status: 201}');
      }
      const {status = 200, headers = {}} = init ?? {};
      checkStatus(status, body !== undefined && body !== null);
      this.status = status;
      this.headers = new Headers(headers);
      if (body instanceof Response) {
        this.#text = body.#text;
        this.#handle = body.#handle;
      } else if (typeof body === 'object' && body !== null) {
        throw new TypeError('the body of a Response is text; expected Response.json(value) for a JSON document');
      } else {
        this.#text = body === undefined || body === null ? '' : String(body);
      }
      if (body !== undefined && body !== null && !this.headers.has('content-type')) {
        this.headers.set(
          'content-type', (body instanceof Response && body.headers.get('content-type')) || 'text/plain;charset=utf-8');
      }
    }
    static json(value, init) {
      const text = document(value);
      const response = new Response(text, init);
      if (!new Headers(init?.headers).has('content-type')) {
        response.headers.set('content-type', 'application/json');
      }
      return response;
    }
    static redirect(url, status = 302) {
      return new Response(null, {status, headers: {location: url}});
    }
    static ofPartner(status, fields, handle) {
      const response = new Response(null);
      response.headers = headersOf(fields, 'the fields of a response of a partner do not change; expected new Response(response, {headers})');
      response.status = status;
      response.#text = undefined;
      response.#handle = handle;
      response.#passed = true;
      return Object.freeze(response);
    }
    static send(response) {
      if (response.#passed) {
        return reply(0, '', '[]', '', response.#handle);
      }
      checkStatus(response.status, response.#handle >= 0 || response.#text !== '');
      const headers = new Headers(response.headers);
      const type = headers.get('content-type') ?? '';
      headers.delete('content-type');
      return reply(response.status, type, flat(headers), response.#text ?? '', response.#handle);
    }
    static textOf(response) {
      return (response.#text ??= textOf(response.#handle));
    }
    get ok() {
      return this.status >= 200 && this.status <= 299;
    }
    async text() {
      return bodyOf(this);
    }
    async json() {
      return parse(bodyOf(this));
    }
  }
  const {ofPartner, send, textOf: bodyOf} = Response;
  delete Response.ofPartner;
  delete Response.send;
  delete Response.textOf;

  // What JSON.stringify would leave out, or write as {}, is refused: it is hardly ever meant.
  const refuse = (type, instead) =>
    hidden(type.prototype, 'toJSON', function () {
      throw new TypeError('a ' + type.name + ' has no JSON; ' + instead);
    });
  const document = (value) => {
    const text = stringify(value);
    if (text === undefined) {
      throw new TypeError('a ' + typeof value + ' has no JSON; expected an object, an array, a string, a number, a boolean or null');
    }
    return text;
  };
  refuse(Promise, 'await it');
  refuse(Map, 'expected Object.fromEntries(map)');
  refuse(Set, 'expected [...set]');
  refuse(Error, 'throw it, or take its message');

  // ---- Calls. -------------------------------------------------------------------------------------------------

  const missing = {};
  // Those that are taken, each with the last number behind it.
  const labels = new Map();

  // It is in a field of the reply, whose syntax has no other names.
  const labelOf = (partner, name) => {
    const wanted = name === undefined ? partner : String(name);
    if (name !== undefined && !NAME.test(wanted)) {
      throw new TypeError("the option name is '" + wanted + "'; expected letters, digits, '-', '_' and '.', with a letter first");
    }
    let label = wanted;
    let count = labels.get(wanted) ?? 1;
    while (labels.has(label)) {
      count++;
      label = wanted + '-' + count;
    }
    labels.set(label, 1);
    labels.set(wanted, count);
    return label;
  };

  // Throws what the server has refused.
  const checked = (result) => {
    if (typeof result === 'string') {
      throw new TypeError(result);
    }
    return result;
  };

  // The promise of what a call brings.
  class Result extends Promise {
    #name;
    #id;
    constructor(begin, name) {
      let id;
      super((resolve, reject) => {
        id = begin(resolve, reject);
      });
      this.#name = name;
      this.#id = id;
    }
    static get [Symbol.species]() {
      return Promise;
    }
    // The value, or undefined if the partner has failed; then missing has the reason.
    optional(name = this.#name) {
      return this.then(undefined, (error) => {
        const reason = missingOf(error);
        if (reason === undefined) {
          throw error;
        }
        Object.defineProperty(missing, String(name), {value: reason, writable: true, enumerable: true, configurable: true});
        return undefined;
      });
    }
    cancel() {
      if (typeof this.#id === 'number') {
        cancel(this.#id);
      }
    }
  }

  const ignore = () => {};
  const begin = (request, kind, detail, convert, events) => {
    const {partner, method, template, values, body, options} = request;
    const label = labelOf(partner, request.name);
    const result = new Result((resolve, reject) => {
      const resolved = (one, two, three) => {
        try {
          resolve(convert(one, two, three));
        } catch (error) {
          reject(error);
        }
      };
      const rejected = (...given) => {
        // One that the script does not wait for is in the metrics and the manifest, as any exchange is.
        result.then(undefined, ignore);
        reject(failedCall(...given));
      };
      return checked(
        call(partner, method, template, values, kind, detail, body, options, label, events, resolved, rejected));
    }, label);
    return result;
  };

  const asJson = (text) => (text === undefined ? undefined : parse(text));
  const asText = (text) => text;

  // Of calls that nobody has told how to read the response.
  const unsent = new Set();

  // A request to a partner, which is sent when it is told how to read the response.
  class Call {
    #request;
    #begun = false;
    constructor(request) {
      this.#request = request;
      unsent.add(request);
    }
    #begin(kind, detail, convert) {
      if (this.#begun) {
        throw new TypeError('the call has been sent; a call is read once');
      }
      this.#begun = true;
      unsent.delete(this.#request);
      return begin(this.#request, kind, detail, convert);
    }
    json() {
      return this.#begin('json', undefined, asJson);
    }
    text() {
      return this.#begin('text', undefined, asText);
    }
    // Names of elements that are lists even if there is one.
    xml(...lists) {
      return this.#begin('xml', stringify(lists.map(String)), asJson);
    }
    csv({separator = ','} = {}) {
      return this.#begin('csv', stringify(String(separator)), asJson);
    }
    feed() {
      return this.#begin('feed', undefined, asJson);
    }
    // The elements of a page that a selector of CSS selects; of several by their names.
    select(selectors) {
      const text = typeof selectors === 'string' ? {_: selectors} : selectors;
      return this.#begin('page', stringify(text), (found) =>
        typeof selectors === 'string' ? parse(found)._ : parse(found));
    }
    response() {
      return this.#begin('response', undefined, ofPartner);
    }
    then(resolve, reject) {
      reject(new TypeError('a call is sent when it is read; expected .json(), .text(), .xml(), .csv(), .feed(), .select(…) or .response()'));
    }
  }
  refuse(Call, 'await what .json(), or another way to read it, returns');

  const isPlain = (value) => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };

  // Puts parameters into {places} of a path, and the others into the query.
  const target = (path, params) => {
    if (typeof path !== 'string') {
      throw new TypeError("the path is " + (path === undefined ? 'missing' : 'no text') + "; expected one such as '/weather'");
    }
    if (params !== undefined && params !== null && (typeof params !== 'object' || !isPlain(params))) {
      throw new TypeError('the parameters are no object; expected one such as {city: query.city}');
    }
    const given = params ?? {};
    const values = [];
    const placed = [];
    if (path.includes('{')) {
      for (const [, name] of path.matchAll(/\{([^{}]*)\}/g)) {
        const value = Object.hasOwn(given, name) ? given[name] : undefined;
        if (value === undefined || value === null) {
          throw new TypeError('the path ' + path + ' has {' + name + '}, and the parameters have no value of that name');
        }
        values.push(String(value));
        placed.push(name);
      }
    }
    let template = path;
    let mark = path.includes('?') ? '&' : '?';
    const add = (name, value) => {
      if (value !== undefined && value !== null) {
        if (typeof value === 'object' || typeof value === 'function') {
          throw new TypeError('the parameter ' + name + ' is no text and no number; options are an argument of their own, after the parameters');
        }
        template += mark + encodeURIComponent(name) + '={}';
        mark = '&';
        values.push(String(value));
      }
    };
    for (const name of Object.keys(given)) {
      if (!placed.includes(name)) {
        const value = given[name];
        if (Array.isArray(value)) {
          value.forEach((each) => add(name, each));
        } else {
          add(name, value);
        }
      }
    }
    return {template, values};
  };

  const checkedOptions = (options) => {
    if (options === undefined || options === null) {
      return {text: undefined};
    }
    for (const name of Object.keys(options)) {
      if (!OPTIONS.includes(name)) {
        throw new TypeError('a call has no option ' + name + '; expected one of ' + OPTIONS.join(', '));
      }
    }
    return {text: stringify({...options, headers: parse(flat(options.headers))}), name: options.name};
  };

  const bodyText = (body, type) => {
    if (body === undefined) {
      return undefined;
    }
    const isText = typeof body === 'string' && type !== undefined;
    return stringify({kind: isText ? 'text' : 'json', type, text: isText ? body : document(body)});
  };

  class Partner {
    #name;
    constructor(name) {
      this.#name = name;
    }
    #call(method, path, params, body, options) {
      const {text, name} = checkedOptions(options);
      return new Call({partner: this.#name, method, ...target(path, params), body, options: text, name});
    }
    get(path, params, options) {
      return this.#call('GET', path, params, undefined, options);
    }
    delete(path, params, options) {
      return this.#call('DELETE', path, params, undefined, options);
    }
    // Any method; the parameters, the body and the options are members of the last argument.
    request(method, path, {params, body, ...options} = {}) {
      return this.#call(String(method).toUpperCase(), path, params, bodyText(body, options.type), options);
    }
    post(path, body, {params, ...options} = {}) {
      return this.request('POST', path, {params, body, ...options});
    }
    put(path, body, {params, ...options} = {}) {
      return this.request('PUT', path, {params, body, ...options});
    }
    patch(path, body, {params, ...options} = {}) {
      return this.request('PATCH', path, {params, body, ...options});
    }
    // An operation of SOAP: its Body, and the answer's.
    soap(path, content, {params, action = '', version = '1.1', lists = [], ...options} = {}) {
      const {text, name} = checkedOptions(options);
      const body = stringify({kind: 'soap', type: String(version), action: String(action), text: document(content)});
      const request = {partner: this.#name, method: 'POST', ...target(path, params), body, options: text, name};
      return begin(request, 'soap', stringify({version: String(version), lists: lists.map(String)}), asJson);
    }
    // The data of an answer to a query or mutation of GraphQL.
    graphql(path, query, variables = {}, {params, ...options} = {}) {
      const {text, name} = checkedOptions(options);
      const body = stringify({kind: 'graphql', type: undefined, action: String(query), text: document(variables)});
      const request = {partner: this.#name, method: 'POST', ...target(path, params), body, options: text, name};
      return begin(request, 'graphql', undefined, asJson);
    }
  }

  const partnersOf = (names) => {
    const isKnown = known(names);
    const made = new Map();
    const list = () => names.split('\n').filter((name) => name !== '');
    return new Proxy({}, {
      get(_, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') {
          return undefined;
        }
        let partner = made.get(name);
        if (partner === undefined) {
          if (!isKnown(name)) {
            throw new TypeError(unknown(name));
          }
          partner = new Partner(name);
          made.set(name, partner);
        }
        return partner;
      },
      has: (_, name) => typeof name === 'string' && isKnown(name),
      ownKeys: list,
      getOwnPropertyDescriptor: (_, name) =>
        typeof name === 'string' && isKnown(name)
          ? {value: new Partner(name), enumerable: true, configurable: true}
          : undefined,
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  };

  // ---- fetch and XMLHttpRequest, to partners. -------------------------------------------------------------------

  // partner:weather/weather?city=Rome, with what no URL may have encoded as a browser does.
  const address = (url) => {
    const parts = /^partner:(?:\/\/)?([^/?#]+)([^#]*)/.exec(String(url));
    if (parts === null) {
      throw new TypeError('the URL is ' + url + '; expected the name of a partner, such as partner:weather/weather?city=Rome');
    }
    const [, partner, rest] = parts;
    const path = rest.startsWith('/') ? rest : '/' + rest;
    return {
      partner: decodeURIComponent(partner),
      template: path.replace(/[^!-~]|[{}"<>\\^`|]/gu, (character) => encodeURIComponent(character)),
      values: [],
    };
  };

  const rawBody = (body, headers) => {
    if (body === undefined || body === null) {
      return undefined;
    }
    if (typeof body !== 'string') {
      throw new TypeError('the body is no text; expected JSON.stringify(value) and a content-type');
    }
    const type = headers.get('content-type') ?? 'text/plain;charset=utf-8';
    headers.delete('content-type');
    return stringify({kind: 'text', type, text: body});
  };

  const send1 = (url, method, body, fields, events) => {
    const headers = new Headers(fields);
    const text = rawBody(body, headers);
    const options = stringify({headers: parse(flat(headers))});
    const request = {...address(url), method: String(method ?? 'GET').toUpperCase(), body: text, options};
    return begin(request, 'response', undefined, ofPartner, events);
  };

  const fetch = (url, {method, body, headers} = {}) => {
    try {
      return send1(url, method, body, headers);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  // Section 5 of the paper: one listener, five states.
  lazily(globalThis, 'XMLHttpRequest', () => class XMLHttpRequest {
    static UNSENT = 0;
    static OPENED = 1;
    static HEADERS_RECEIVED = 2;
    static LOADING = 3;
    static DONE = 4;
    #state = 0;
    #request;
    #headers = new Headers();
    #response;
    #listeners = {};
    #exchange;
    // Of several requests of one object, the last one counts.
    #turn = 0;
    #aborted = false;
    onreadystatechange = null;
    onload = null;
    onerror = null;
    onabort = null;
    onloadend = null;
    get readyState() {
      return this.#state;
    }
    get status() {
      return this.#response?.status ?? 0;
    }
    get responseText() {
      return this.#response === undefined ? '' : bodyOf(this.#response);
    }
    get response() {
      return this.responseText;
    }
    open(method, url, async = true) {
      if (!async) {
        throw new TypeError('a synchronous XMLHttpRequest would hold a thread; expected open(method, url)');
      }
      address(url);
      this.#turn++;
      this.#exchange?.cancel();
      this.#request = {method, url};
      this.#headers = new Headers();
      this.#response = undefined;
      this.#enter(1);
    }
    setRequestHeader(name, value) {
      this.#requireOpened();
      this.#headers.append(name, value);
    }
    getResponseHeader(name) {
      return this.#response?.headers.get(name) ?? null;
    }
    getAllResponseHeaders() {
      return this.#response === undefined
        ? ''
        : [...this.#response.headers].map(([name, value]) => name + ': ' + value + '\r\n').join('');
    }
    addEventListener(type, listener) {
      (this.#listeners[type] ??= []).push(listener);
    }
    abort() {
      this.#aborted = true;
      this.#exchange?.cancel();
    }
    send(body) {
      this.#requireOpened();
      const {method, url} = this.#request;
      this.#request = undefined;
      this.#aborted = false;
      const turn = this.#turn;
      this.#exchange = send1(url, method, body, this.#headers, (state, status, fields) => {
        if (turn === this.#turn) {
          if (state === 2) {
            this.#response = ofPartner(status, fields, -1);
          }
          this.#enter(state);
        }
      });
      const end = (response, type) => {
        if (turn === this.#turn) {
          this.#response = response;
          this.#enter(4);
          this.#tell(type);
          this.#tell('loadend');
        }
      };
      this.#exchange.then(
        (response) => end(response, 'load'),
        () => end(undefined, this.#aborted ? 'abort' : 'error'));
    }
    #requireOpened() {
      if (this.#request === undefined) {
        throw new TypeError('the request is not open; expected open(method, url) before');
      }
    }
    #enter(state) {
      this.#state = state;
      this.#tell('readystatechange');
    }
    #tell(type) {
      const event = {type, target: this};
      for (const listener of [this['on' + type], ...(this.#listeners[type] ?? [])]) {
        if (typeof listener === 'function') {
          try {
            listener.call(this, event);
          } catch (error) {
            fail(error);
          }
        }
      }
    }
  });

  // ---- Timers, and the log. -------------------------------------------------------------------------------------

  let lastTimer = 0;
  const setTimer = (callback, delay, period, args) => {
    if (typeof callback !== 'function') {
      throw new TypeError('the callback of a timer is no function');
    }
    const id = ++lastTimer;
    const wait = Math.max(Number(delay) || 0, period ? 1 : 0);
    const fire = () => {
      if (period) {
        begin();
      }
      callback(...args);
    };
    const begin = () => checked(timer(id, wait, fire));
    begin();
    return id;
  };
  const setTimeout = (callback, delay, ...args) => setTimer(callback, delay, false, args);
  const setInterval = (callback, delay, ...args) => setTimer(callback, delay, true, args);
  const clearTimeout = (id) => {
    if (Number.isInteger(id) && id > 0 && id <= lastTimer) {
      clear(id);
    }
  };

  // A text for people; what fails while it is made is not worth an error.
  const shown = (value, depth = 0) => {
    if (typeof value === 'string') {
      return depth === 0 ? value : stringify(value);
    }
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'function' ? 'function ' + value.name : String(value);
    }
    if (value instanceof Error) {
      return value.stack ?? String(value);
    }
    if (value instanceof Promise) {
      return 'Promise';
    }
    if (value instanceof Date || value instanceof RegExp) {
      return String(value);
    }
    if (value instanceof Headers) {
      return 'Headers ' + stringify(value);
    }
    if (value instanceof Response) {
      return 'Response ' + value.status;
    }
    if (depth > 3) {
      return '…';
    }
    const more = (entries) => entries.slice(0, 100).join(', ') + (entries.length > 100 ? ', …' : '');
    if (Array.isArray(value)) {
      return '[' + more(value.map((each) => shown(each, depth + 1))) + ']';
    }
    if (value instanceof Map) {
      return 'Map {' + more([...value].map(([k, v]) => shown(k, depth + 1) + ' => ' + shown(v, depth + 1))) + '}';
    }
    if (value instanceof Set) {
      return 'Set {' + more([...value].map((each) => shown(each, depth + 1))) + '}';
    }
    return '{' + more(Object.entries(value).map(([k, v]) => k + ': ' + shown(v, depth + 1))) + '}';
  };
  const line = (values) => {
    try {
      return values.map((each) => shown(each)).join(' ');
    } catch (error) {
      return 'a value that cannot be shown';
    }
  };
  const console = {};
  for (const level of ['debug', 'info', 'warn', 'error']) {
    console[level] = (...values) => {
      log(level, line(values));
    };
  }
  console.log = console.info;

  // ---- The globals, and a run. --------------------------------------------------------------------------------

  for (const [name, value] of Object.entries({
    console, fetch, setTimeout, setInterval, clearTimeout, clearInterval: clearTimeout, Headers, PartnerError, Problem, Response,
    queueMicrotask: (callback) => {
      Promise.resolve().then(callback);
    },
  })) {
    hidden(globalThis, name, value);
  }

  const withoutPrototype = (json) => Object.assign(Object.create(null), parse(json));
  const later = (what, detail, convert) =>
    new Promise((resolve, reject) =>
      checked(read(what, detail, (text) => resolve(convert(text)), (...given) => reject(failedCall(...given)))));

  const requestOf = (json) => {
    const {method, path, template, params, query, id} = parse(json);
    const request = {
      method, path, template, id,
      params: Object.assign(Object.create(null), params),
      query: Object.assign(Object.create(null), query),
      json: () => later('json', undefined, parse),
      text: () => later('text', undefined, asText),
      form: () => later('form', undefined, withoutPrototype),
    };
    lazily(request, 'headers', () => headersOf(about('headers'), 'the fields of the request do not change'));
    lazily(request, 'queries', () => withoutPrototype(about('queries')));
    lazily(request, 'cookies', () => withoutPrototype(about('cookies')));
    lazily(request, 'caller', () => parse(about('caller')));
    return request;
  };

  const deliver = (value) => {
    if (value instanceof Error) {
      throw value;
    }
    if (value instanceof Call) {
      stringify(value);
    }
    if (value === undefined) {
      throw new TypeError('the script returns nothing; expected a value for the reply, or a Response');
    }
    if (unsent.size > 0) {
      const calls = [...unsent].map(({method, template, partner}) => method + ' ' + template + ' of ' + partner);
      log('warn', 'calls were not sent: ' + calls.join(', ') + "; expected .json(), .text() or another reader, and await");
    }
    checked(value instanceof Response ? send(value) : reply(200, 'application/json', '[]', document(value), -1));
  };

  const fail = (error) => {
    if (error instanceof Problem) {
      checked(problem(error.status, String(error.message), flat(error.headers)));
    } else {
      failed(error, failureOf(error), error instanceof Error ? '' : shown(error));
    }
  };

  return (script, names, json) => {
    const context = {
      partners: partnersOf(names),
      missing,
      snapshot: (name) => later('snapshot', String(name), parse),
      publish: (subject, value) => later('publish', stringify([String(subject), document(value)]), parse),
    };
    let result;
    try {
      result = script(requestOf(json), context);
    } catch (error) {
      result = Promise.reject(error);
    }
    Promise.resolve(result).then(deliver).catch(fail).catch((error) => failed(error, -1, ''));
  };
})
