// A client of Medley's topics for browsers, in one file and without dependencies. docs/topics.md explains it; its types are in client.d.ts.
//
//     import { connect } from '/topics/-/client.js';
//     connect().subscribe('prices.*', { onMessage: message => show(message.data), onGap: gap => console.warn(gap) });

const DEFAULTS = {
  transports: ['websocket', 'eventsource'],
  ticket: null, // async () => the ticket of the next connection
  headers: null, // async () => header fields of requests by fetch
  withCredentials: false,
  onError: error => console.error(error), // what concerns no subscription and no publication
  // Milliseconds:
  firstDelay: 500, // bound of the first delay before it connects again; the bound doubles each time
  longestDelay: 30_000,
  openTimeout: 10_000,
  silence: 20_000, // after which it asks whether the server is there
  patience: 10_000, // for the reply
  publishTimeout: 60_000, // shorter than id-window, for which the server knows a key
  mostUnacknowledged: 1000,
};
const STABLE = 5_000; // A connection that has lasted so long was a good one: the delays begin anew.
const LONGEST_FRAME = 128 * 1024;
const POSITION = /^([a-z0-9]{1,32}):(0|[1-9][0-9]{0,15})$/;

/** What is refused, or has failed. `status` is that of HTTP; 0 without a reply. */
export class TopicError extends Error {
  constructor(status, detail) {
    super(detail);
    this.name = 'TopicError';
    this.status = status;
  }
}

/** Returns a client of the topics at `url`, which connects with the first subscription or publication. */
export function connect(url = '/topics', options = {}) {
  return new Topics(new URL(url, globalThis.location?.href), { ...DEFAULTS, ...options });
}

const now = () => performance.now();
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-');
/** Whether the same may succeed later. */
const isPassing = status => !(status >= 400) || status === 408 || status === 429 || status >= 500;

function parse(text) {
  const [, epoch, offset] = POSITION.exec(text) ?? [];
  if (epoch === undefined) throw new TypeError(`not a position: ${text}`);
  return { epoch, offset: Number(offset) };
}

/** A fault of the page's own function is reported as the page's, and does not end the connection. */
function call(listener, value) {
  try {
    listener?.(value);
  } catch (fault) {
    (globalThis.reportError ?? console.error)(fault);
  }
}

class Subscription {
  #topics;
  #listeners;
  #last = null;

  constructor(topics, id, subject, { after = null, ...listeners }) {
    this.#topics = topics;
    this.#listeners = { onError: topics.options.onError, ...listeners };
    this.#last = after === null || after === 'earliest' ? null : parse(after);
    Object.assign(this, { id, subject, begin: after, failures: 0 });
  }

  /** The last position that was processed; null before the server has told one. */
  get position() {
    return this.#last && `${this.#last.epoch}:${this.#last.offset}`;
  }

  close() {
    this.#topics.unsubscribe(this);
  }

  take({ type, prev, position, subject, data, first }) {
    const after = this.position;
    const last = this.#last;
    if (type === 'subscribed') {
      this.failures = 0;
      this.#last ??= parse(position); // The old one holds until the gap comes that follows a new start of the server.
      call(this.#listeners.onBegin, this.position);
    } else if (type === 'gap') {
      const { epoch, offset } = parse(first);
      if (epoch !== last?.epoch || offset > last.offset) this.#last = { epoch, offset: Math.max(0, offset - 1) };
      call(this.#listeners.onGap, { after, first });
    } else {
      const before = parse(prev);
      const here = parse(position);
      if (last && here.epoch === last.epoch && here.offset <= last.offset) return; // a duplicate
      if (last && (before.epoch !== last.epoch || before.offset > last.offset)) {
        call(this.#listeners.onGap, { after, first: position });
      }
      call(this.#listeners.onMessage, { subject, data, position });
      this.#last = here;
    }
  }

  fail(error) {
    call(this.#listeners.onError, error);
  }
}

class Topics {
  #url;
  #listeners = new Set();
  #subscriptions = new Map();
  #publications = new Map();
  #nextId = 1;
  #link = null;
  #attempt = 0;
  #failures = 0;
  #timer;
  #socketWorks = false;

  constructor(url, options) {
    this.#url = url;
    this.options = options;
    this.state = { state: 'idle' };
    globalThis.addEventListener?.('online', this);
  }

  /** Calls `listener` with the present state, and each one that follows. Returns a function that ends it. */
  onState(listener) {
    this.#listeners.add(listener);
    call(listener, this.state);
    return () => this.#listeners.delete(listener);
  }

  subscribe(subject, options = {}) {
    this.#checkOpen();
    const made = new Subscription(this, this.#nextId++, subject, options);
    this.#subscriptions.set(made.id, made);
    this.#wake(link => link.subscribe(made));
    return made;
  }

  unsubscribe(subscription) {
    if (this.#subscriptions.delete(subscription.id) && this.#link?.isStarted) this.#link.unsubscribe(subscription);
  }

  /** Resolves with the position once the server has the message. Until then it is sent again, with its key, after each cut. */
  async publish(subject, data, { key = randomKey() } = {}) {
    this.#checkOpen();
    const id = this.#nextId++;
    const text = JSON.stringify({ type: 'publish', id, subject, key, data });
    if (data === undefined || new TextEncoder().encode(text).length > LONGEST_FRAME) {
      throw new TopicError(413, `the message is undefined, or larger than ${LONGEST_FRAME} bytes`);
    }
    if (this.#publications.size >= this.options.mostUnacknowledged) {
      throw new TopicError(429, `${this.#publications.size} publications are not acknowledged; wait for them`);
    }
    return new Promise((resolve, reject) => {
      const late = new TopicError(0, 'not acknowledged in time; the message may be published');
      const timer = setTimeout(() => this.#settle(id)?.reject(late), this.options.publishTimeout);
      const made = { id, subject, key, body: JSON.stringify(data), text, resolve, reject, timer };
      this.#publications.set(id, made);
      this.#wake(link => link.publish(made));
    });
  }

  /** Ends all subscriptions, and rejects what is not acknowledged. */
  close() {
    globalThis.removeEventListener?.('online', this);
    this.#link?.end();
    this.#subscriptions.clear();
    this.#pause({ state: 'closed' });
    this.#rejectAll(new TopicError(0, 'closed before the acknowledgement; the message may be published'));
  }

  #checkOpen() {
    if (this.state.state === 'closed') throw new TopicError(0, 'the client is closed');
  }

  #set(state) {
    this.state = state;
    this.#listeners.forEach(listener => call(listener, state));
  }

  #settle(id) {
    const found = this.#publications.get(id);
    clearTimeout(found?.timer);
    this.#publications.delete(id);
    return found;
  }

  #rejectAll(error) {
    [...this.#publications.keys()].forEach(id => this.#settle(id).reject(error));
  }

  #wake(send) {
    if (this.#link?.isStarted) send(this.#link);
    else if (this.state.state === 'idle') this.#connect();
  }

  #offers(transport, type) {
    return this.options.transports.includes(transport) && typeof type === 'function';
  }

  async #connect(Kind = this.#offers('websocket', globalThis.WebSocket) ? SocketLink : EventsLink) {
    if (this.#subscriptions.size + this.#publications.size === 0) {
      this.#pause({ state: 'idle' });
      return;
    }
    const attempt = ++this.#attempt;
    this.#set({ state: 'connecting', transport: Kind.transport });
    try {
      const url = Kind === SocketLink ? await this.address() : null;
      if (attempt === this.#attempt) this.#link = new Kind(this, url);
    } catch (error) {
      if (attempt === this.#attempt) this.fail(error);
    }
  }

  /** There is no ticket. */
  fail(error) {
    if (isPassing(error.status)) {
      this.#wait(String(error));
    } else {
      this.#subscriptions.forEach(each => this.#refuse(each, error));
      this.#rejectAll(error);
      this.#pause({ state: 'idle' });
    }
  }

  /** Returns the URL of `subject`, or without one that of WebSockets, with a new ticket. */
  async address(subject = '', parameters = {}) {
    const url = new URL(this.#url);
    url.pathname = url.pathname.replace(/\/$/, '') + (subject && `/${encodeURIComponent(subject)}`);
    const ticket = await this.options.ticket?.();
    Object.entries(ticket ? { ...parameters, ticket } : parameters).forEach(each => url.searchParams.set(...each));
    return url;
  }

  has(subscription) {
    return this.#subscriptions.has(subscription.id);
  }

  sendAll(link) {
    this.#subscriptions.forEach(each => link.subscribe(each));
    this.#publications.forEach(each => link.publish(each));
  }

  opened(link) {
    if (link === this.#link && this.state.state !== 'open') this.#set({ state: 'open', transport: link.constructor.transport });
  }

  lost(link, reason) {
    if (link !== this.#link) return;
    this.#socketWorks ||= link.isHeard && link instanceof SocketLink;
    // A proxy may let no WebSocket pass. Or the server refuses it, of which only a request by fetch shows the reason.
    const isOther = link instanceof SocketLink && !link.isHeard && (!this.#socketWorks || this.#failures % 4 === 3);
    if (isOther && this.#offers('eventsource', globalThis.EventSource)) {
      this.#connect(EventsLink);
      return;
    }
    if (link.isHeard && now() - link.begin > STABLE) this.#failures = 0;
    this.#wait(reason, link.after);
  }

  #wait(reason, asked) {
    const retryIn = asked ?? this.#delay(this.#failures++);
    this.#pause({ state: 'waiting', reason, retryIn, isAsked: asked !== undefined });
    this.#timer = setTimeout(() => this.#connect(), retryIn);
  }

  #pause(state) {
    this.#attempt++;
    clearTimeout(this.#timer);
    this.#link = null;
    this.#set(state);
  }

  /** Exponential back-off with full jitter. */
  #delay(failures) {
    return Math.random() * Math.min(this.options.longestDelay, this.options.firstDelay * 2 ** Math.min(failures, 30));
  }

  /** The network is there again. A server that has asked for a time gets it nevertheless. */
  handleEvent() {
    this.#link?.ask();
    if (this.state.state === 'waiting' && !this.state.isAsked) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  }

  /** Takes what the server has sent. What is malformed costs the connection, and never a message. */
  receive(link, read) {
    if (link !== this.#link) return;
    link.hear();
    try {
      const frame = read();
      if (Array.isArray(frame)) throw new TypeError('an array');
      const subscription = this.#subscriptions.get(frame.id);
      if (frame.type === 'error') this.#refused(link, subscription, frame);
      else if (frame.type === 'published') this.#published(frame);
      else if (frame.type === 'reconnect') link.after = Math.max(0, Number(frame.after) || 0);
      else if ([undefined, 'subscribed', 'gap'].includes(frame.type)) subscription?.take(frame);
    } catch (fault) {
      link.lose(`what the server has sent is malformed: ${fault.message}`);
    }
  }

  #published({ id, position }) {
    parse(position);
    this.#settle(id)?.resolve(position);
  }

  #refused(link, subscription, { id, status, detail }) {
    const error = new TopicError(Number(status) || 0, String(detail));
    if (!subscription) {
      const publication = this.#settle(id);
      publication ? publication.reject(error) : call(this.options.onError, error);
    } else if (isPassing(error.status)) {
      const again = () => link === this.#link && this.has(subscription) && link.subscribe(subscription);
      setTimeout(again, this.#delay(subscription.failures++));
    } else {
      this.#refuse(subscription, error);
    }
  }

  #refuse(subscription, error) {
    this.#subscriptions.delete(subscription.id);
    this.#link?.forget(subscription);
    subscription.fail(error);
  }
}

/** A connection, or several that live and end together. */
class Link {
  constructor(topics, isStarted) {
    this.topics = topics;
    this.options = topics.options;
    this.begin = this.lastHeard = now();
    Object.assign(this, { isStarted, isHeard: false, isEnded: false });
  }

  hear() {
    this.lastHeard = now();
    this.isHeard = true;
  }

  /** After each silence it asks, and without a reply the connection is dead. */
  watch() {
    const left = this.options.silence - (now() - this.lastHeard);
    if (left <= 0) this.ask();
    else this.timer = setTimeout(() => this.watch(), left);
  }

  ask() {
    if (!this.isStarted || this.isEnded) return;
    clearTimeout(this.timer);
    const asked = now();
    const look = () => (this.lastHeard >= asked ? this.watch() : this.lose('the server is silent'));
    this.timer = setTimeout(look, this.options.patience);
    this.probe();
  }

  lose(reason) {
    if (this.isEnded) return;
    this.end();
    this.topics.lost(this, reason);
  }

  end() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.shut();
  }
}

class SocketLink extends Link {
  static transport = 'websocket';

  constructor(topics, url) {
    super(topics, false);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.socket = new WebSocket(url);
    this.timer = setTimeout(() => this.lose('the WebSocket does not open'), this.options.openTimeout);
    this.socket.onopen = () => {
      clearTimeout(this.timer);
      this.isStarted = true;
      topics.opened(this);
      this.watch();
      topics.sendAll(this);
    };
    this.socket.onmessage = ({ data }) => topics.receive(this, () => JSON.parse(data));
    this.socket.onclose = ({ code, reason }) => this.lose(reason || `the WebSocket was closed with ${code}`);
  }

  send(frame) {
    this.socket.send(JSON.stringify(frame));
  }

  subscribe({ id, subject, position, begin }) {
    this.send({ type: 'subscribe', id, subject, after: position ?? begin });
  }

  unsubscribe({ id }) {
    this.send({ type: 'unsubscribe', id });
  }

  forget() {} // The server has ended it.

  publish({ text }) {
    this.socket.send(text);
  }

  probe() {
    this.send({ type: 'ping' });
  }

  shut() {
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }
}

/** An event stream for each subscription; publications by POST. */
class EventsLink extends Link {
  static transport = 'eventsource';

  constructor(topics) {
    super(topics, true);
    this.sources = new Map();
    this.last = Promise.resolve(); // One publication after another, so that they stay in order.
    queueMicrotask(() => !this.isEnded && topics.sendAll(this));
    this.watch();
  }

  async request(url, options) {
    const fields = await this.options.headers?.();
    const credentials = this.options.withCredentials ? 'include' : 'same-origin';
    const signal = AbortSignal.timeout(this.options.patience);
    const reply = await fetch(url, { credentials, signal, ...options, headers: { ...fields, ...options.headers } });
    const body = await reply.json();
    return { ok: reply.ok, status: reply.status, body };
  }

  receive(frame) {
    this.topics.receive(this, () => frame);
  }

  /** Asks without a stream, since an EventSource shows no status. */
  async poll({ id, subject }, after) {
    const url = await this.topics.address(subject, after ? { after, wait: '0s' } : {});
    const { ok, status, body } = await this.request(url, {});
    if (!ok) this.receive({ type: 'error', id, status, detail: body.detail });
    return ok ? body : null;
  }

  async subscribe(subscription) {
    const { id, subject } = subscription;
    try {
      let after = subscription.position ?? subscription.begin;
      if (!after) {
        after = (await this.poll(subscription, null))?.position;
        if (!after || this.isEnded || !this.topics.has(subscription)) return;
        this.receive({ type: 'subscribed', id, position: after });
      }
      const url = await this.topics.address(subject, { lastEventID: after });
      if (!this.isEnded && this.topics.has(subscription)) this.open(subscription, url);
    } catch (failure) {
      this.lose(String(failure));
    }
  }

  open(subscription, url) {
    const { id } = subscription;
    const source = new EventSource(url, { withCredentials: this.options.withCredentials });
    const timer = setTimeout(() => this.lose('an event stream does not open'), this.options.openTimeout);
    const read = (event, more) => this.topics.receive(this, () => ({ ...JSON.parse(event.data), id, ...more }));
    this.forget(subscription);
    this.sources.set(id, { subscription, source, timer });
    source.onopen = () => {
      clearTimeout(timer);
      this.hear();
      this.topics.opened(this);
    };
    source.onmessage = event => read(event);
    source.addEventListener('gap', event => read(event, { type: 'gap' }));
    source.addEventListener('reconnect', event => read(event, { type: 'reconnect' }));
    source.onerror = () => this.fail(subscription);
  }

  async fail(subscription) {
    this.forget(subscription);
    try {
      // Refused: then the subscription ends, and not the others.
      if (await this.poll(subscription, subscription.position ?? subscription.begin)) this.lose('the event stream was cut');
    } catch (failure) {
      this.lose(String(failure));
    }
  }

  unsubscribe(subscription) {
    this.forget(subscription);
  }

  forget({ id }) {
    clearTimeout(this.sources.get(id)?.timer);
    this.sources.get(id)?.source.close();
    this.sources.delete(id);
  }

  publish({ id, subject, key, body }) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    this.last = this.last.then(async () => {
      if (this.isEnded) return;
      try {
        const reply = await this.request(await this.topics.address(subject), { method: 'POST', headers, body });
        const { status, body: { position, detail } } = reply;
        this.receive(reply.ok ? { type: 'published', id, position } : { type: 'error', id, status, detail });
        this.topics.opened(this);
      } catch (failure) {
        this.lose(String(failure));
      }
    });
  }

  /** A stream whose silence hides messages is dead. */
  async probe() {
    try {
      for (const { subscription } of this.sources.values()) {
        const asked = subscription.position;
        const found = asked && (await this.poll(subscription, asked));
        if (found?.messages.length && subscription.position === asked) throw new Error('the event stream is silent');
      }
      this.lastHeard = now();
    } catch (failure) {
      this.lose(String(failure));
    }
  }

  shut() {
    this.sources.forEach(each => this.forget(each.subscription));
  }
}
