import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../report-server.ts';

/** One run of a case, and all that is right about it. */
export type CaseRun = {
  readonly date: string;
  /** Files of the folder before the run, by their names. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly code: number;
  /** Parts of what the run prints, and what it must not print. */
  readonly says: readonly (string | RegExp)[];
  readonly saysNot?: readonly (string | RegExp)[];
  /** Files of the folder `out` after the run, by their names: all there are. */
  readonly written: Readonly<Record<string, string>>;
};

export type CaseServer = {
  /** `type` and properties of a key by which one may sign in. */
  readonly key: Readonly<Record<string, unknown>>;
  /** Throws unless the server holds what is right after the runs. */
  readonly judge?: () => Promise<void>;
  readonly close: () => void | Promise<void>;
};

/** A small pipeline of a person who met a wrong value, with the right one. */
export type Case = {
  /** Its number and name. */
  readonly name: string;
  /** The end of a test’s title: the right outcome. */
  readonly behaviour: string;
  /** `{provider}` and `{other}` are the addresses of two servers that answer as below. */
  readonly script: string;
  /** By their names. Those of a started server are added as `server`. */
  readonly keys?: Readonly<Record<string, object>>;
  readonly provider?: Readonly<Record<string, Answer>>;
  readonly other?: Readonly<Record<string, Answer>>;
  /** A server that the case needs. */
  readonly start?: () => Promise<CaseServer>;
  /** The folder of the state that runs share. */
  readonly state?: string;
  readonly runs: readonly CaseRun[];
};

/** The bytes of an input beside this file. */
export const input = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'inputs', name));
