import type { Catalog } from '@switchboard/model/catalog';
import type { Entry } from './entry.ts';

export type ChangedNames = { readonly connectors: ReadonlySet<string>; readonly keys: ReadonlySet<string> };

/** The prefix of diagnostics about parameters and keys, which may name other connectors or keys. */
const OF_PARAMETERS = 'SBS4';

function changed<Described extends { readonly name: string }>(
  before: readonly Described[],
  after: readonly Described[],
): Set<string> {
  const texts = new Map(before.map((each) => [each.name, JSON.stringify(each)]));
  const names = new Set(texts.keys());
  for (const each of after) {
    if (texts.get(each.name) === JSON.stringify(each)) names.delete(each.name);
    else names.add(each.name);
  }
  return names;
}

/** Connectors and keys that differ between two catalogs. */
export function changedNames(before: Catalog, after: Catalog): ChangedNames {
  return { connectors: changed(before.connectors, after.connectors), keys: changed(before.keys, after.keys) };
}

/** Whether a change may affect the diagnostics of an entry. */
export function affectedBy({ connectors, keys }: ChangedNames, { known, checkDiagnostics }: Entry): boolean {
  if (known?.kind !== 'source' && known?.kind !== 'upload') return false;
  if (connectors.size + keys.size === 0) return false;
  const { connector, key } = known.kind === 'source' ? known.source : known.upload;
  const used = known.kind === 'upload' ? [key, known.upload.testKey] : [key];
  if (connectors.has(connector) || used.some((each) => each && keys.has(each.name))) return true;
  return checkDiagnostics.some((diagnostic) => diagnostic.code.startsWith(OF_PARAMETERS));
}
