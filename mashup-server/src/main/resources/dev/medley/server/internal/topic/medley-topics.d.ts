/** Types of the client of Medley's topics, medley-topics.js, which the server has at /topics/-/client.js. */

/** A place in a topic, `epoch:offset`, such as `k3f9x2:42`. */
export type Position = string;

export interface Message<T = unknown> {
  subject: string;
  data: T;
  position: Position;
}

/** Messages are lost: those behind `after` and before `first`, of this subscription. */
export interface Gap {
  /** The last position that was processed; null if there was none. */
  after: Position | null;
  /** The first one that is there, or will be. It is of another epoch after a restart of the server. */
  first: Position;
}

export class TopicError extends Error {
  /** That of HTTP, such as 403 or 404; 0 without a reply of the server. */
  readonly status: number;
  constructor(status: number, detail: string);
}

export interface SubscriptionOptions<T = unknown> {
  /** Where it begins: behind a position, or with all that there is. By default with what is published from now on. */
  after?: Position | 'earliest' | null;
  /**
   * A name for this caller's subscription to this subject. The server then keeps the position that was acknowledged, and resumes there. Over
   * WebSocket only.
   */
  name?: string;
  /** The server has begun, or resumed, the subscription at this position. */
  onBegin?(position: Position): void;
  /** Called in order, and once for each message. It is processed when this returns, also if it throws. */
  onMessage?(message: Message<T>): void;
  onGap?(gap: Gap): void;
  /** The subscription is refused or ended, as with 403 or 404. It is over. */
  onError?(error: TopicError): void;
}

export interface Subscription {
  readonly subject: string;
  /** The last position that was processed; null before the server has told one. Keep it to resume after a new load of the page. */
  readonly position: Position | null;
  /** Acknowledges the messages up to `position`, by default the last one that was processed; for a subscription with a name. */
  acknowledge(position?: Position): void;
  close(): void;
}

export type State =
  | { state: 'idle' | 'closed' }
  | { state: 'connecting' | 'open'; transport: 'websocket' | 'eventsource' }
  /** It connects again after `retryIn` milliseconds, which the server has asked for if `isAsked`. */
  | { state: 'waiting'; reason: string; retryIn: number; isAsked: boolean };

export interface Options {
  /** In this order. By default both: event streams where a WebSocket cannot be opened. */
  transports?: ('websocket' | 'eventsource')[];
  /** Returns the ticket for the next connection. An error with a `status` such as 401 ends all subscriptions. */
  ticket?: (() => Promise<string | null>) | null;
  /** Returns header fields of what is sent by fetch: publications and polls, where there is no WebSocket. */
  headers?: (() => Promise<Record<string, string>>) | null;
  /** Sends cookies to a server of another origin, too. */
  withCredentials?: boolean;
  /** Errors that belong to no subscription, and of those without an `onError`. By default they are logged. */
  onError?(error: TopicError): void;
  /** Bound of the first delay before it connects again, in milliseconds; it doubles each time. By default 500. */
  firstDelay?: number;
  /** Bound of all delays, in milliseconds. By default 30,000. */
  longestDelay?: number;
  /** Time in which a connection opens, in milliseconds. By default 10,000. */
  openTimeout?: number;
  /** Silence after which the server is asked whether it is there, in milliseconds. By default 20,000. */
  silence?: number;
  /** Time for the reply to that, in milliseconds; without one the connection is dead. By default 10,000. */
  patience?: number;
  /** Time in which a publication is acknowledged, or fails, in milliseconds. Shorter than the topic's `id-window`. By default 60,000. */
  publishTimeout?: number;
  /** Publications that wait for their acknowledgement; a further one fails. By default 1,000. */
  mostUnacknowledged?: number;
}

export interface Topics {
  readonly state: State;
  subscribe<T = unknown>(subject: string, options?: SubscriptionOptions<T>): Subscription;
  /**
   * Resolves with the position once the server has the message. Until then it is sent again after each cut, with its key, and so published
   * once.
   */
  publish(subject: string, data: unknown, options?: { key?: string }): Promise<Position>;
  /** Calls `listener` with the state, now and when it changes. Returns a function that ends this. */
  onState(listener: (state: State) => void): () => void;
  /** Ends all subscriptions, and fails what is not acknowledged. */
  close(): void;
}

/** Returns a client of the topics at `url`, by default `/topics`, which connects with the first subscription or publication. */
export function connect(url?: string | URL, options?: Options): Topics;
