import { connectorByName } from '@switchboard/connectors';
import type { Parameters, PlanUpload, PlanValue } from '@switchboard/model';

/** Where a test run's result goes: to the target that its declaration names for tests, or nowhere but the store. */
export type TestTarget =
  | { readonly kind: 'deliver'; readonly upload: PlanUpload; readonly destination: string }
  | { readonly kind: 'keep'; readonly destination: string }
  /** The target for tests is the real one: nothing may be delivered there. */
  | { readonly kind: 'real'; readonly destination: string };

function isObject(value: PlanValue | undefined): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An upload as a test run delivers it: with the parameters of its `test` block in place of its own; null without one. */
function overridden(upload: PlanUpload): PlanUpload | null {
  const { test, ...own } = upload.parameters;
  if (!isObject(test)) return null;
  const { key, mode } = test;
  return {
    ...upload,
    parameters: { ...own, ...test },
    key: typeof key === 'string' ? key : upload.key,
    mode: mode === 'replace_date' || mode === 'truncate' || mode === 'append' || mode === 'upsert' ? mode : upload.mode,
  };
}

/** A destination as people read it, and as far as two of them can be told apart. */
function shown(upload: PlanUpload, reportDate: string | null): string {
  const described = connectorByName()
    .get(upload.connector)
    ?.destination?.describe(upload.parameters, upload.name, reportDate);
  return described ?? upload.destination;
}

/** Decides where the result of an upload goes in a test run. */
export function testTarget(upload: PlanUpload, reportDate: string | null): TestTarget {
  const tested = overridden(upload);
  if (!tested) return { kind: 'keep', destination: `test result · ${upload.name}` };
  const destination = shown(tested, reportDate);
  const real = destination === shown(upload, reportDate) && tested.key === upload.key;
  return real ? { kind: 'real', destination } : { kind: 'deliver', upload: tested, destination };
}
