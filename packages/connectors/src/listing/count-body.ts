import { Transform } from 'node:stream';
import type { ConnectorContext } from '../spec.ts';

type BodyCount = Pick<ConnectorContext, 'onBytes'> & {
  /** Bytes promised by the other side; null when it promised none. */
  readonly expected: number | null;
  /** The error of a file that has another length. */
  readonly endedEarly: (got: number) => Error;
  /** Translates the error of a body that broke after `got` bytes; by default it stays as it is. */
  readonly translateError?: (error: Error, got: number) => Error;
};

/** Passes a file's bytes on, counts them, and fails at the end when they are not as many as expected. */
export function countBody({ expected, onBytes, endedEarly, translateError }: BodyCount): Transform {
  let got = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      got += chunk.length;
      onBytes(chunk.length);
      done(null, chunk);
    },
    flush: (done) => done(expected === null || got === expected ? null : endedEarly(got)),
    destroy: (error, done) => done(error === null ? null : (translateError?.(error, got) ?? error)),
  });
}
