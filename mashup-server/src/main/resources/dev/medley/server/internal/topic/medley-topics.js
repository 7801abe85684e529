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
    Object.assign(this, { name: 'TopicError', status });
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
  #on;
  #last = null;
  failures = 0;

  constructor(topics, id, subject, { after = null, name, ...listeners }) {
    this.#topics = topics;
    this.#on = { onError: topics.options.onError, ...listeners };
    this.#last = after === null || after === 'earliest' ? null : parse(after);
    Object.assign(this, { id, subject, name, begin: after });
  }

  /** The last position that was processed; null before the server has told one. */
  get position() { return this.#last && `${this.#last.epoch}:${this.#last.offset}`; }

  /** Where it begins, or goes on; null for what is published from now on. */
  get after() { return this.position ?? this.begin; }
  acknowledge(position = this.position) { this.#topics.send(this, { type: 'acknowledge', id: this.id, position }); }
  close() { this.#topics.unsubscribe(this); }

  take({ type, prev, position, subject, data, first }) {
    const after = this.position;
    const last = this.#last;
    if (type === 'subscribed') {
      this.failures = 0;
      this.#last ??= parse(position); // The old one holds until the gap comes that follows a new start of the server.
      call(this.#on.onBegin, this.position);
    } else if (type === 'gap') {
      const { epoch, offset } = parse(first);
      if (epoch !== last?.epoch || offset > last.offset) this.#last = { epoch, offset: Math.max(0, offset - 1) };
      call(this.#on.onGap, { after, first });
    } else {
      const before = parse(prev);
      const here = parse(position);
      if (last && here.epoch === last.epoch && here.offset <= last.offset) return; // a duplicate
      const isMissed = last && (before.epoch !== last.epoch || before.offset > last.offset);
      if (isMissed) call(this.#on.onGap, { after, first: position });
      call(this.#on.onMessage, { subject, data, position });
      this.#last = here;
    }
  }

  fail(error) { call(this.#on.onError, error); }
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
  state = { state: 'idle' };

  constructor(url, options) {
    this.#url = url;
    this.options = options;
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
    const isFull = this.#publications.size >= this.options.mostUnacknowledged;
    if (data === undefined) throw new TopicError(400, 'the message is undefined');
    if (new TextEncoder().encode(text).length > LONGEST_FRAME) throw new TopicError(413, `the message has more than ${LONGEST_FRAME} bytes`);
    if (isFull) throw new TopicError(429, 'too many publications are not acknowledged; wait for them');
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

  has({ id }) { return this.#subscriptions.has(id); }
  send(subscription, frame) { if (this.has(subscription) && this.#link?.isStarted) this.#link.send?.(frame); }
  #checkOpen() { if (this.state.state === 'closed') throw new TopicError(0, 'the client is closed'); }

  #set(state) {
    this.state = state;
    this.#listeners.forEach(listener => call(listener, state));
  }

  #pause(state) {
    this.#attempt++;
    clearTimeout(this.#timer);
    this.#link = null;
    this.#set(state);
  }

  #settle(id) {
    const found = this.#publications.get(id);
    clearTimeout(found?.timer);
    this.#publications.delete(id);
    return found;
  }

  #rejectAll(error) { [...this.#publications.keys()].forEach(id => this.#settle(id).reject(error)); }

  #wake(send) {
    if (this.#link?.isStarted) send(this.#link);
    else if (this.state.state === 'idle') this.#connect();
  }

  #offers(transport, type) { return this.options.transports.includes(transport) && typeof type === 'function'; }

  async #connect(Kind = this.#offers('websocket', globalThis.WebSocket) ? SocketLink : EventsLink) {
    const isNeeded = this.#subscriptions.size + this.#publications.size > 0;
    this.#pause(isNeeded ? { state: 'connecting', transport: Kind.transport } : { state: 'idle' });
    if (!isNeeded) return;
    const attempt = this.#attempt;
    try {
      const url = Kind === SocketLink ? await this.address() : null;
      if (attempt === this.#attempt) this.#link = new Kind(this, url);
    } catch (error) {
      if (attempt === this.#attempt) this.#withoutTicket(error);
    }
  }

  #withoutTicket(error) {
    if (isPassing(error.status)) {
      this.#wait(String(error));
    } else {
      this.#pause({ state: 'idle' });
      this.#subscriptions.forEach(each => this.#refuse(each, error));
      this.#rejectAll(error);
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

  opened(link, isFirst) {
    if (isFirst) {
      this.#subscriptions.forEach(each => link.subscribe(each));
      this.#publications.forEach(each => link.publish(each));
    }
    if (link === this.#link && link.isOpen && this.state.state !== 'open') this.#set({ state: 'open', transport: link.transport });
  }

  lost(link, reason) {
    if (link !== this.#link) return;
    const isSocket = link instanceof SocketLink;
    this.#socketWorks ||= isSocket && link.isHeard;
    // A proxy may let no WebSocket pass. Or the server refuses it, of which only a request by fetch shows the reason.
    const isBarred = isSocket && !link.isHeard && (!this.#socketWorks || this.#failures % 4 === 3);
    if (link.isHeard && now() - link.begin > STABLE) this.#failures = 0;
    if (isBarred && this.#offers('eventsource', globalThis.EventSource)) this.#connect(EventsLink);
    else this.#wait(reason, link.after);
  }

  #wait(reason, asked) {
    const retryIn = asked ?? this.#delay(this.#failures++);
    this.#pause({ state: 'waiting', reason, retryIn, isAsked: asked !== undefined });
    this.#timer = setTimeout(() => this.#connect(), retryIn);
  }

  /** Exponential back-off with full jitter. */
  #delay(failures) {
    return Math.random() * Math.min(this.options.longestDelay, this.options.firstDelay * 2 ** Math.min(failures, 30));
  }

  /** The network is there again. A server that has asked for a time gets it nevertheless. */
  handleEvent() {
    if (this.state.state === 'waiting' && !this.state.isAsked) this.#connect();
    else this.#link?.ask();
  }

  /** Takes what the server has sent. What is malformed costs the connection, and never a message. */
  receive(link, read) {
    if (link !== this.#link) return;
    link.hear();
    try {
      const frame = read();
      const { type, id, position, after } = frame;
      if (type === 'error') this.#fail(link, frame);
      else if (type === 'published') parse(position) && this.#settle(id)?.resolve(position);
      else if (type === 'reconnect') link.after = Math.max(0, Number(after) || 0);
      else if (['subscribed', 'gap'].includes(type) || (type === undefined && parse(position))) this.#subscriptions.get(id)?.take(frame);
    } catch (fault) {
      link.lose(`what the server has sent is malformed: ${fault.message}`);
    }
  }

  #fail(link, { id, status, detail }) {
    const subscription = this.#subscriptions.get(id);
    const error = new TopicError(Number(status) || 0, String(detail));
    if (!subscription) {
      const publication = this.#settle(id);
      publication ? publication.reject(error) : call(this.options.onError, error);
    } else if (isPassing(error.status)) {
      const again = () => link === this.#link && this.has(subscription) && link.subscribe(subscription);
      setTimeout(again, this.#delay(subscription.failures++));
    } else this.#refuse(subscription, error);
  }

  #refuse(subscription, error) {
    this.#subscriptions.delete(subscription.id);
    this.#link?.forget?.(subscription);
    subscription.fail(error);
  }
}

/** A connection, or several that live and end together. */
class Link {
  isStarted = false;
  isOpen = false;
  isHeard = false;
  begin = now();
  lastHeard = now();

  constructor(topics) {
    this.topics = topics;
    this.options = topics.options;
    this.transport = this.constructor.transport;
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
    if (!this.isStarted) return;
    clearTimeout(this.timer);
    const asked = now();
    const look = () => (this.lastHeard >= asked ? this.watch() : this.lose('the server is silent'));
    this.timer = setTimeout(look, this.options.patience);
    this.probe();
  }

  lose(reason) {
    this.end();
    this.topics.lost(this, reason);
  }

  end() {
    this.isStarted = false;
    clearTimeout(this.timer);
    this.shut();
  }
}

class SocketLink extends Link {
  static transport = 'websocket';

  constructor(topics, url) {
    super(topics);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.socket = new WebSocket(url);
    this.timer = setTimeout(() => this.lose('the WebSocket does not open'), this.options.openTimeout);
    this.socket.onopen = () => {
      clearTimeout(this.timer);
      this.isStarted = this.isOpen = true;
      this.watch();
      topics.opened(this, true);
    };
    this.socket.onmessage = ({ data }) => topics.receive(this, () => JSON.parse(data));
    this.socket.onclose = ({ code, reason }) => this.lose(reason || `the WebSocket was closed with ${code}`);
  }

  send(frame) { this.socket.send(JSON.stringify(frame)); }
  subscribe({ id, subject, name, after }) { this.send({ type: 'subscribe', id, subject, name, after }); }
  unsubscribe({ id }) { this.send({ type: 'unsubscribe', id }); }
  publish({ text }) { this.socket.send(text); }
  probe() { this.send({ type: 'ping' }); }

  shut() {
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }
}

/** An event stream for each subscription; publications by POST. */
class EventsLink extends Link {
  static transport = 'eventsource';
  isStarted = true;
  sources = new Map();
  last = Promise.resolve(); // One publication after another, so that they stay in order.

  constructor(topics) {
    super(topics);
    this.watch();
    queueMicrotask(() => this.isStarted && topics.opened(this, true));
  }

  /** Without a reply the link is lost. */
  async attempt(task) {
    try {
      if (this.isStarted) await task();
    } catch (failure) {
      if (this.isStarted) this.lose(String(failure));
    }
  }

  async request(url, options = {}) {
    const headers = { ...(await this.options.headers?.()), ...options.headers };
    const credentials = this.options.withCredentials ? 'include' : 'same-origin';
    const reply = await fetch(url, { credentials, signal: AbortSignal.timeout(this.options.patience), ...options, headers });
    const read = await reply.json().catch(fault => (reply.ok ? Promise.reject(fault) : { detail: reply.statusText }));
    return { isOk: reply.ok, status: reply.status, ...read };
  }

  receive(frame) { this.topics.receive(this, () => frame); }

  /** Asks without a stream, since an EventSource shows no status. What is refused ends this subscription, and not the others. */
  async poll({ id, subject }, after) {
    const { isOk, status, detail, ...found } = await this.request(await this.topics.address(subject, after ? { after, wait: '0s' } : {}));
    if (!isOk) this.receive({ type: 'error', id, status, detail });
    return isOk && found;
  }

  subscribe(subscription) {
    return this.attempt(async () => {
      const { id, subject } = subscription;
      if (!subscription.after) {
        // A stream shows its first position with its first message only.
        const { position } = await this.poll(subscription, null);
        if (position) this.receive({ type: 'subscribed', id, position });
      }
      if (!subscription.after) return;
      const url = await this.topics.address(subject, { lastEventID: subscription.after });
      if (this.isStarted && this.topics.has(subscription)) this.open(subscription, url);
    });
  }

  open(subscription, url) {
    const source = new EventSource(url, { withCredentials: this.options.withCredentials });
    const timer = setTimeout(() => this.lose('an event stream does not open'), this.options.openTimeout);
    const read = type => ({ data }) => this.topics.receive(this, () => ({ type, ...JSON.parse(data), id: subscription.id }));
    this.forget(subscription);
    this.sources.set(subscription.id, { subscription, source, timer });
    source.onopen = () => {
      clearTimeout(timer);
      this.isOpen = true;
      this.hear();
      this.topics.opened(this);
    };
    source.onmessage = read(undefined);
    ['gap', 'reconnect'].forEach(type => source.addEventListener(type, read(type)));
    source.onerror = () => {
      this.forget(subscription);
      if (this.after !== undefined) this.lose('the server stops');
      this.attempt(async () => (await this.poll(subscription, subscription.after)) && this.lose('the event stream was cut'));
    };
  }

  unsubscribe(subscription) { this.forget(subscription); }

  forget({ id }) {
    const { source, timer } = this.sources.get(id) ?? {};
    clearTimeout(timer);
    source?.close();
    this.sources.delete(id);
  }

  publish({ id, subject, key, body }) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    this.last = this.last.then(() =>
      this.attempt(async () => {
        const { isOk, ...reply } = await this.request(await this.topics.address(subject), { method: 'POST', headers, body });
        this.isOpen = true;
        this.receive({ type: isOk ? 'published' : 'error', id, ...reply });
        this.topics.opened(this);
      }),
    );
  }

  /** A stream that is silent while there are messages is dead. */
  probe() {
    return this.attempt(async () => {
      for (const { subscription } of [...this.sources.values()]) {
        const { after } = subscription;
        const { messages } = await this.poll(subscription, after);
        if (messages?.length && subscription.after === after) throw new Error('the event stream is silent');
      }
      this.lastHeard = now();
    });
  }

  shut() { this.sources.forEach(each => this.forget(each.subscription)); }
}
