import { resolve } from 'node:path';
import type { Catalog } from '@switchboard/model/catalog';

/** Loads the catalog of the option --catalog; empty without it. Its reader is loaded on use. Throws UsageError. */
export async function givenCatalog(path: string | undefined, cwd: string): Promise<Partial<Catalog>> {
  if (path === undefined) return {};
  const { readCatalog } = await import('./read-catalog.ts');
  return readCatalog(resolve(cwd, path));
}
