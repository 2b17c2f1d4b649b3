import { createHash } from 'node:crypto';

/** One row of values that every function is evaluated on. */
export type ScalarRow = {
  readonly site: string | null;
  readonly kind: string | null;
  readonly clicks: bigint | null;
  readonly ratio: number | null;
};

export type SecondImplementation = {
  readonly call: string;
  readonly expected: (row: ScalarRow) => unknown;
};

type Text = ScalarRow['site'];

const ofText =
  (result: (text: string) => unknown) =>
  ({ site }: ScalarRow): unknown =>
    site === null ? null : result(site);

const ofTexts =
  (result: (text: string, other: string) => unknown) =>
  ({ site, kind }: ScalarRow): unknown =>
    site === null || kind === null ? null : result(site, kind);

const ofWhole =
  (result: (value: bigint) => unknown) =>
  ({ clicks }: ScalarRow): unknown =>
    clicks === null ? null : result(clicks);

const ofFloat =
  (result: (value: number) => unknown) =>
  ({ ratio }: ScalarRow): unknown =>
    ratio === null ? null : result(ratio);

const hash = (name: string) => ofText((text) => createHash(name).update(text).digest('hex'));

const given = (texts: readonly Text[]): readonly string[] => texts.filter((text) => text !== null);

/** The functions, evaluated without DuckDB, as the reference describes them. */
export const SECOND_IMPLEMENTATIONS: Readonly<Record<string, SecondImplementation>> = {
  length: { call: 'length(site)', expected: ofText((text) => BigInt([...text].length)) },
  left: { call: 'left(site, 3)', expected: ofText((text) => [...text].slice(0, 3).join('')) },
  right: { call: 'right(site, 2)', expected: ofText((text) => [...text].slice(-2).join('')) },
  contains: { call: 'contains(site, kind)', expected: ofTexts((text, other) => text.includes(other)) },
  starts_with: { call: 'starts_with(site, kind)', expected: ofTexts((text, other) => text.startsWith(other)) },
  ends_with: { call: 'ends_with(site, kind)', expected: ofTexts((text, other) => text.endsWith(other)) },
  concat: { call: 'concat(site, kind)', expected: ({ site, kind }) => given([site, kind]).join('') },
  md5: { call: 'md5(site)', expected: hash('md5') },
  sha256: { call: 'sha256(site)', expected: hash('sha256') },
  abs: { call: 'abs(clicks)', expected: ofWhole((value) => (value < 0n ? -value : value)) },
  sign: { call: 'sign(clicks)', expected: ofWhole((value) => (value < 0n ? -1n : value > 0n ? 1n : 0n)) },
  mod: { call: 'mod(clicks, 7)', expected: ofWhole((value) => value % 7n) },
  greatest: { call: 'greatest(clicks, 5)', expected: ({ clicks }) => (clicks === null || clicks < 5n ? 5n : clicks) },
  least: { call: 'least(clicks, 5)', expected: ({ clicks }) => (clicks === null || clicks > 5n ? 5n : clicks) },
  sqrt: { call: 'sqrt(ratio)', expected: ofFloat((value) => (value < 0 ? null : Math.sqrt(value))) },
};
