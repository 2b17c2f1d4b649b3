import { posix } from 'node:path';
import type { Parameters, PlanUpload, PlanValue } from '@switchboard/model/plan';
import { destinationShown } from '../state/destination-shown.ts';
import { ACCOUNT_FOLDER } from './test-place.ts';

/** Where a test run's result goes: to the target that its declaration names for tests, or nowhere but the store. */
export type TestTarget =
  | { readonly kind: 'deliver'; readonly upload: PlanUpload; readonly destination: string }
  | { readonly kind: 'keep'; readonly destination: string }
  /** The target for tests is the real one of the upload `of`: nothing may be delivered there. */
  | { readonly kind: 'real'; readonly destination: string; readonly of: string };

function isObject(value: PlanValue | undefined): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An upload as a test run delivers it: with the parameters of its `test` block in place of its own; null without one. */
function overridden(upload: PlanUpload): PlanUpload | null {
  const { test, ...own } = upload.parameters;
  if (!isObject(test)) return null;
  const { mode } = test;
  return {
    ...upload,
    parameters: { ...own, ...test },
    key: upload.testKey ?? upload.key,
    mode: mode === 'replace_date' || mode === 'truncate' || mode === 'append' || mode === 'upsert' ? mode : upload.mode,
  };
}

/** The parts of a destination that distinguish it from another: a file has one name, however its path is written. */
function placeOf(upload: PlanUpload, reportDate: string | null): string {
  const { path } = upload.parameters;
  if (upload.connector !== 'file' || typeof path !== 'string') return destinationShown(upload, reportDate);
  const plain = posix.normalize(path).replace(ACCOUNT_FOLDER, '');
  return destinationShown({ ...upload, parameters: { ...upload.parameters, path: plain } }, reportDate);
}

/** Where an upload really delivers: `undated` without a report date, `dated` matches the places of all dates. */
export type RealPlace = Pick<PlanUpload, 'name' | 'connector' | 'key'> & {
  readonly undated: string;
  readonly dated: RegExp;
};

/** Stands for any digit of a report date. */
const DIGIT = '\u{e000}';
const ANY_DATE = '9999-99-99'.replaceAll('9', DIGIT);

/** The real destinations of these uploads. */
export function realPlaces(uploads: readonly PlanUpload[]): RealPlace[] {
  return uploads.map((upload) => {
    const { name, connector, key } = upload;
    const dated = RegExp.escape(placeOf(upload, ANY_DATE)).replaceAll(DIGIT, '\\d');
    return { name, connector, key, undated: placeOf(upload, null), dated: new RegExp(`^${dated}$`) };
  });
}

/**
 * Decides where the result of an upload goes in a test run.
 * @param real all real destinations, those of others too
 */
export function testTarget(
  upload: PlanUpload,
  reportDate: string | null,
  real: readonly RealPlace[] = realPlaces([upload]),
): TestTarget {
  const tested = overridden(upload);
  if (!tested) return { kind: 'keep', destination: `test result · ${upload.name}` };
  const destination = destinationShown(tested, reportDate);
  const place = placeOf(tested, reportDate);
  const same = real.filter(
    ({ connector, key, undated, dated }) =>
      connector === tested.connector && key?.id === tested.key?.id && (undated === place || dated.test(place)),
  );
  const found = same.find(({ name }) => name === upload.name) ?? same[0];
  return found ? { kind: 'real', destination, of: found.name } : { kind: 'deliver', upload: tested, destination };
}
