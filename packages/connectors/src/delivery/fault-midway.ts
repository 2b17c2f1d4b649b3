import { Transform } from 'node:stream';
import type { ConnectorContext } from '../spec.ts';

/** Passes bytes on, counts them, and reaches the fault point `mid-upload` once, when half of `total` has passed. */
export function faultMidway(total: number, context: Pick<ConnectorContext, 'fault' | 'onBytes'>): Transform {
  const half = Math.floor(total / 2);
  let passed = 0;
  let stopped = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      context.onBytes(chunk.length);
      const rest = half - passed;
      passed += chunk.length;
      if (stopped || passed < half) {
        done(null, chunk);
        return;
      }
      stopped = true;
      if (rest > 0) this.push(chunk.subarray(0, rest));
      context.fault('mid-upload').then(
        () => done(null, chunk.subarray(Math.max(rest, 0))),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}
