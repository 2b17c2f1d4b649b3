import { Transform } from 'node:stream';
import type { ConnectorContext } from './spec.ts';

/** Lets bytes through, counts them, and stops once at the fault point `mid-upload` when half of `total` has gone. */
export function midway(total: number, context: Pick<ConnectorContext, 'fault' | 'onBytes'>): Transform {
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
