import { maskValues } from '@switchboard/model/presentation/mask-values';
import { z } from 'zod';

/** How the console noticed an error. */
export const REPORT_KINDS = ['render', 'script', 'promise', 'chunk', 'request'] as const;

const masked = (length: number) => z.string().transform((text) => maskValues(text).slice(0, length));
const name = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w ./:~-]*$/);

/** Places in scripts: "render (/assets/home-page-Ab12.js:1:200)". */
const FRAME = /^[\w$.<>[\] ]{0,120}[(@]?\/?[\w./~-]{0,200}:\d{1,7}:\d{1,7}\)?$/;
/** Scripts that are part of a page have its path, which names an account and what a person has opened. */
const PAGE = /\/app\//;

/** A report of the console. What it says is masked once more: a page may send anything. */
export const ConsoleReport = z.strictObject({
  kind: z.enum(REPORT_KINDS),
  /** Part of the console that failed: a screen's path, a query's name. */
  source: name(200),
  /** The path of the screen, without account and query. */
  screen: name(200),
  /** Names the build of the console. */
  release: name(100),
  name: name(100),
  message: masked(500),
  stack: z
    .array(z.string().max(300))
    .max(20)
    .transform((frames) => frames.filter((frame) => FRAME.test(frame) && !PAGE.test(frame))),
  /** The request that failed. */
  request_id: name(100).nullable(),
  /** Steps before it, in order: screens that were opened, and names of queries. */
  steps: z.array(z.strictObject({ at: z.iso.datetime(), text: masked(200) })).max(30),
});
export type ConsoleReport = z.output<typeof ConsoleReport>;
