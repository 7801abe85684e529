// What scripts of Medley find beside JavaScript itself, with the partners of a configuration.
// Written by "medley types", which replaces it. A script has these types with
//
//   // @ts-check
//   /** @type {Medley.Script} */
//   export default async ({query}, {partners, missing}) => { … };
//
// and a jsconfig.json that leaves out what only browsers and Node have: {"compilerOptions": {"checkJs": true, "noImplicitAny": false,
// "target": "es2023", "lib": ["es2023"], "module": "esnext", "moduleResolution": "bundler", "types": []}}.

declare namespace Medley {
  /**
   * The function that a script exports as default, if it is async. Its value, as a JSON document, or its Response is the reply.
   * One that is not async has "@param {Medley.Request} request" and "@param {Medley.Context} context" in place of the type.
   */
  type Script = (request: Request, context: Context) => Promise<Reply>;

  /** Anything but undefined. */
  type Reply = {} | null;

  /** The partners of the configuration, by their names. */
  interface Partners {
{{partners}}
  }

  interface Context {
    readonly partners: Partners;
    /** Why values of optional calls are missing, by the names of the calls. */
    readonly missing: Record<string, string>;
    /** The last good reply of a mashup with a schedule, whose path this is without its first slash. */
    snapshot(path: string): Promise<Snapshot>;
    /** Publishes a message to a topic. Returns its position. */
    publish(subject: string, value: unknown): Promise<string>;
  }

  interface Snapshot {
    /** A JSON document, or else a text. */
    readonly value: any;
    readonly status: number;
    /** In seconds. */
    readonly age: number;
    /** When the mashup ran, in RFC 3339. */
    readonly time: string;
  }

  /** The request of the client. */
  interface Request {
    readonly method: string;
    readonly path: string;
    /** The path that the script exports. */
    readonly template: string;
    /** The variables of the path. */
    readonly params: Readonly<Record<string, string>>;
    /** The first value of each parameter of the query. */
    readonly query: Readonly<Record<string, string | undefined>>;
    /** All values of each parameter of the query. */
    readonly queries: Readonly<Record<string, string[] | undefined>>;
    readonly headers: Headers;
    readonly cookies: Readonly<Record<string, string | undefined>>;
    /** Who has sent the request, if callers are configured and it shows one. */
    readonly caller: Caller | null;
    /** The request id, as in the reply and the log. */
    readonly id: string;
    /** The body. Each of these rejects with a problem of status 400, 413 or 415 if there is none of the kind. */
    json(): Promise<any>;
    text(): Promise<string>;
    form(): Promise<Record<string, string[] | undefined>>;
  }

  interface Caller {
    readonly name: string;
    readonly kind: string;
    readonly source: string;
    readonly scopes: string[];
    readonly roles: string[];
    readonly claims: Record<string, any>;
  }

  type Text = string | number | boolean;

  /** Values for the {places} of a path, and parameters of the query: those without a value are left out. */
  type Params = Record<string, Text | null | undefined | ReadonlyArray<Text | null | undefined>>;

  type Fields = Headers | Record<string, Text | null | undefined | ReadonlyArray<Text | null | undefined>>;

  /** A number of milliseconds, or a text such as '800ms' or '2s'. */
  type Duration = number | string;

  interface Options {
    /** Statuses that are no failure beside 2xx. */
    accept?: number | number[];
    /** Of each attempt. */
    attemptTimeout?: Duration;
    headers?: Fields;
    /** A key, or true for a new one. */
    idempotencyKey?: string | boolean;
    /** The name of the call in the manifest and in missing; that of the partner otherwise. */
    name?: string;
    retries?: number;
    /** Of the whole call. */
    timeout?: Duration;
  }

  interface BodyOptions extends Options {
    params?: Params;
    /** The media type of the body: application/json, unless it is given. */
    type?: string;
  }

  interface Partner {
    get(path: string, params?: Params | null, options?: Options): Call;
    delete(path: string, params?: Params | null, options?: Options): Call;
    /** Any method. */
    request(method: string, path: string, options?: BodyOptions & {body?: unknown}): Call;
    /** With a body that is a JSON document, XML or CSV by its type, or a text. */
    post(path: string, body?: unknown, options?: BodyOptions): Call;
    put(path: string, body?: unknown, options?: BodyOptions): Call;
    patch(path: string, body?: unknown, options?: BodyOptions): Call;
    /** An operation of SOAP: takes the content of the request's Body, and gives that of the answer's. */
    soap<T = any>(
      path: string,
      content: object,
      options?: Options & {
        params?: Params;
        action?: string;
        version?: '1.1' | '1.2';
        /** Names of elements that are lists even if there is one. */
        lists?: string[];
      }): Result<T>;
    /** A query of GraphQL: gives the data of the answer. */
    graphql<T = any>(path: string, query: string, variables?: object, options?: Options & {params?: Params}): Result<T>;
  }

  /** A request to a partner. It is sent by the method that says how the response is read; one of them, once. */
  interface Call {
    json<T = any>(): Result<T>;
    text(): Result<string>;
    /** An object by the names of elements; lists are names of elements that are lists even if there is one. */
    xml<T = any>(...lists: string[]): Result<T>;
    csv(options?: {separator?: ',' | ';' | '\t' | '|'}): Result<Array<Record<string, string>>>;
    /** RSS, Atom or JSON Feed. */
    feed(): Result<Feed>;
    /** The elements of a page that a selector of CSS selects; of several selectors by their names. */
    select(selector: string): Result<PageElement[]>;
    select<N extends string>(selectors: Record<N, string>): Result<Record<N, PageElement[]>>;
    /** The response as it is, which may also be the reply. */
    response(): Result<Response>;
  }

  /** The promise of what a call brings. It rejects with a PartnerError. */
  interface Result<T> extends Promise<T> {
    /** The value, or undefined if the partner has failed; then missing has the reason, by the name of the call or by this one. */
    optional(name?: string): Promise<T | undefined>;
    cancel(): void;
  }

  interface Feed {
    readonly title?: string;
    readonly description?: string;
    readonly link?: string;
    readonly id?: string;
    readonly language?: string;
    readonly updated?: string;
    readonly entries: FeedEntry[];
    readonly malformed?: string[];
  }

  interface FeedEntry {
    readonly title?: string;
    readonly link?: string;
    readonly id?: string;
    readonly updated?: string;
    readonly published?: string;
    readonly summary?: string;
    readonly content?: string;
    readonly authors: string[];
    readonly categories: string[];
    readonly enclosures: Array<{readonly url: string; readonly type?: string; readonly length?: number}>;
  }

  interface PageElement {
    readonly text: string;
    /** Where it leads, absolute. */
    readonly link?: string;
    readonly attributes: Readonly<Record<string, string | undefined>>;
  }
}

/** What a partner failed with. Uncaught, it becomes the reply: 502, 503 or 504. */
declare class PartnerError extends Error {
  private constructor();
  readonly partner?: string;
  readonly reason?: string;
  /** Of the response, if there was one. */
  readonly status?: number;
  readonly phase?: string;
}

/** Thrown, it becomes the reply: a problem document (RFC 9457). */
declare class Problem extends Error {
  constructor(status: number, detail: string, headers?: Medley.Fields);
  status: number;
  headers: Medley.Fields;
}

declare class Headers {
  constructor(fields?: Medley.Fields);
  append(name: string, value: Medley.Text): void;
  set(name: string, value: Medley.Text): void;
  get(name: string): string | null;
  has(name: string): boolean;
  delete(name: string): void;
  forEach(callback: (value: string, name: string, headers: Headers) => void): void;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toJSON(): Record<string, string>;
}

/** A reply, or a response of a partner. */
declare class Response {
  constructor(body?: string | number | boolean | Response | null, init?: {status?: number; headers?: Medley.Fields});
  static json(value: unknown, init?: {status?: number; headers?: Medley.Fields}): Response;
  static redirect(url: string, status?: number): Response;
  readonly status: number;
  readonly headers: Headers;
  readonly ok: boolean;
  text(): Promise<string>;
  json(): Promise<any>;
}

/** Calls a partner by its name: fetch('partner:weather/weather?city=Rome'). Rejects with a PartnerError if there is no response. */
declare function fetch(
  url: string, init?: {method?: string; body?: string | null; headers?: Medley.Fields}): Promise<Response>;

/** Calls a partner by its name, with five ready states: open('GET', 'partner:weather/weather?city=Rome'). */
declare class XMLHttpRequest {
  static readonly UNSENT: 0;
  static readonly OPENED: 1;
  static readonly HEADERS_RECEIVED: 2;
  static readonly LOADING: 3;
  static readonly DONE: 4;
  onreadystatechange: ((event: XMLHttpRequestEvent) => void) | null;
  onload: ((event: XMLHttpRequestEvent) => void) | null;
  onabort: ((event: XMLHttpRequestEvent) => void) | null;
  onerror: ((event: XMLHttpRequestEvent) => void) | null;
  onloadend: ((event: XMLHttpRequestEvent) => void) | null;
  readonly readyState: 0 | 1 | 2 | 3 | 4;
  readonly status: number;
  readonly responseText: string;
  readonly response: string;
  open(method: string, url: string, async?: true): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  getAllResponseHeaders(): string;
  addEventListener(type: XMLHttpRequestEvent['type'], listener: (event: XMLHttpRequestEvent) => void): void;
  abort(): void;
  send(body?: string | null): void;
}

interface XMLHttpRequestEvent {
  readonly type: 'readystatechange' | 'load' | 'error' | 'loadend';
  readonly target: XMLHttpRequest;
}

declare function setTimeout<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
declare function setInterval<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
declare function clearTimeout(id: number | undefined): void;
declare function clearInterval(id: number | undefined): void;
declare function queueMicrotask(callback: () => void): void;

/** Writes to the log of the server. */
declare const console: {
  debug(...values: unknown[]): void;
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
};
