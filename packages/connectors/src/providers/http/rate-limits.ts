import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { hasNoneLeft } from '../../network/answers.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { pauseFor } from '../../network/pause.ts';
import { retryAfterSeconds } from '../../network/retry-after.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';

/** Longest wait within a unit, in milliseconds. A unit that would have to wait longer is tried again later. */
export const LONGEST_WAIT = 300_000;
/** How often a waiting unit shows that it has not stalled, in milliseconds. */
const SIGN_OF_LIFE = 20_000;

type WaitContext = Pick<ConnectorContext, 'now' | 'signal' | 'onBytes' | 'pause'>;

/** Waits until a time in epoch milliseconds. */
async function waitUntil(time: number, context: WaitContext): Promise<void> {
  let left = time - context.now();
  while (left > 0) {
    const step = Math.min(left, SIGN_OF_LIFE);
    await pauseFor(step, context);
    context.onBytes(0);
    left -= step;
  }
}

/** Rate limit of one key at one host. While the gate is closed, the requests of all units of the key pass one by one, in order. */
export type RateGate = {
  /** Epoch milliseconds before which the provider wants no request. */
  opensAt: number;
  /** Requests that wait, or that are the first after a wait. */
  waiting: number;
  /** Settles when the last of them has been answered. */
  last: Promise<unknown>;
};

/** A gate of its own, for requests without a key. */
export const openGate = (): RateGate => ({ opensAt: 0, waiting: 0, last: Promise.resolve() });

/** Gates that are in use or still closed. Their number is that of the keys that were limited lately. */
const GATES = new Map<string, RateGate>();
const MANY_GATES = 1000;

/** The gate of a key at the host of a url. Units of one process share it. */
export function gateOf(url: string, key: KeyProperties, now: number): RateGate {
  const { type, properties } = key;
  const id = createHash('sha256')
    .update(JSON.stringify([new URL(url).host, type, properties]))
    .digest('base64');
  const known = GATES.get(id);
  if (known !== undefined) return known;
  if (GATES.size >= MANY_GATES)
    for (const [other, gate] of GATES) if (gate.waiting === 0 && gate.opensAt <= now) GATES.delete(other);
  const gate = openGate();
  GATES.set(id, gate);
  return gate;
}

/** Sends a request once its key may send one. Throws SOURCE_RATE_LIMITED when that is not soon. */
export async function passGate<T>(
  gate: RateGate,
  asked: { readonly name: string; readonly url: string },
  context: WaitContext,
  send: () => Promise<T>,
): Promise<T> {
  if (gate.waiting === 0 && gate.opensAt <= context.now()) return send();
  const before = gate.last;
  const passed = (async (): Promise<T> => {
    await before;
    context.signal.throwIfAborted();
    const wait = gate.opensAt - context.now();
    if (wait > LONGEST_WAIT) {
      const { host } = new URL(asked.url);
      throw new PipelineError(
        'SOURCE_RATE_LIMITED',
        { name: asked.name, host },
        { retryAfter: Math.ceil(wait / 1000) },
      );
    }
    await waitUntil(gate.opensAt, context);
    return send();
  })();
  gate.waiting += 1;
  gate.last = passed.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await passed;
  } finally {
    gate.waiting -= 1;
  }
}

/** Headers that say when a limit ends. */
const RESETS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset', 'x-ratelimit-reset-after'];

/** The earliest time of the next request in epoch milliseconds that an answer's headers name; null when they name none. */
export function nextRequestAt({ headers, retryAfter }: EgressResponse, now: number): number | null {
  if (retryAfter !== undefined) return now + retryAfter * 1000;
  for (const name of RESETS) {
    const time = resetTime(headers[name], now);
    if (time !== null) return time;
  }
  const [, seconds] = /(?:^|[;,\s])(?:t|reset)\s*=\s*(\d{1,9})\s*(?:[;,]|$)/i.exec(headers['ratelimit'] ?? '') ?? [];
  if (seconds !== undefined) return now + Number(seconds) * 1000;
  return regainTime(headers['x-business-use-case-usage'] ?? headers['x-app-usage'], now);
}

/** A time of seconds or milliseconds since 1970, of seconds from now, or in words. */
function resetTime(header: string | undefined, now: number): number | null {
  const value = Number(header);
  if (header === undefined || header.trim() === '') return null;
  if (Number.isFinite(value)) return value > 1e12 ? value : value > 1e9 ? value * 1000 : now + value * 1000;
  const seconds = retryAfterSeconds(header, now);
  return seconds === undefined ? null : now + seconds * 1000;
}

/** Meta names the minutes in a JSON header: {"account": [{"estimated_time_to_regain_access": 3}]}. */
function regainTime(header: string | undefined, now: number): number | null {
  const minutes = [...(header ?? '').matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,5})/g)].map(([, text]) =>
    Number(text),
  );
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : now + longest * 60_000;
}

/** Closes a gate after an answer that leaves no further request, so that the next one is not refused. */
export function closeWhenUsedUp(gate: RateGate, answer: EgressResponse, now: number): void {
  if (!hasNoneLeft(answer.headers)) return;
  const time = nextRequestAt(answer, now);
  if (time !== null) gate.opensAt = Math.max(gate.opensAt, Math.min(time, now + LONGEST_WAIT));
}
