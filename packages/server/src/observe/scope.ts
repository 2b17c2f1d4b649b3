import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that every log line of one piece of work carries, and secrets that none may contain. */
export type Scope = {
  /** The request of a person that is being answered, or that caused this work. */
  readonly requestId: string | null;
  /** Where that request came from; null for work of the program itself. */
  readonly origin: RequestOrigin | null;
  /** Its sender, once that is proved. */
  sender: RequestSender | null;
  /** Ids and counts only: account, person, unit, kind, attempt, phase. Filled in as they become known. */
  readonly fields: Record<string, string | number>;
  /** Values that were decrypted for this work. */
  readonly secrets: Set<string>;
  /** The attempt that this is the work of; null for a request. */
  readonly attempt: WatchedAttempt | null;
};

/** The network address and the program of a request's sender. */
export type RequestOrigin = { readonly address: string; readonly userAgent: string | null };

/** The person who sent a request, and the service token by which a program sent it for them. */
export type RequestSender = { readonly personId: string; readonly serviceTokenId: string | null };

/** Progress that an attempt reports while it runs. */
export type WatchedAttempt = {
  /** Begins a phase: the time until the next call, or the end of the attempt, counts for it. */
  enter(phase: string): void;
  /** Why it failed. */
  failed(code: string): void;
  /** Trace parent of what it does now; null when nothing is traced. */
  parent(): string | null;
};

const scopes = new AsyncLocalStorage<Scope>();

export function createScope(
  requestId: string | null,
  fields: Scope['fields'] = {},
  attempt: WatchedAttempt | null = null,
  origin: RequestOrigin | null = null,
): Scope {
  return { requestId, origin, sender: null, fields, secrets: new Set(), attempt };
}

/** Runs something, and all that it starts, as one piece of work. */
export function inScope<T>(scope: Scope, use: () => T): T {
  return scopes.run(scope, use);
}

export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

/** From here on no log line of this piece of work shows these values. */
export function learnSecrets(values: Iterable<unknown>): void {
  const secrets = scopes.getStore()?.secrets;
  if (secrets) for (const value of values) if (typeof value === 'string') secrets.add(value);
}
