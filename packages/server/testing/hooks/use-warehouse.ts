import { createTestDatabase } from '@switchboard/connectors/testing/database';
import type { KeyToStore } from '../../src/identity/keys/add-key.ts';
import { keyToStore } from '../key-to-store.ts';
import { useStarted } from './use-started.ts';

export type Warehouse = {
  /** URL of the database, as a superuser. */
  readonly url: string;
  /** The key `warehouse` of the user who owns the database, as an account stores it. */
  readonly key: KeyToStore;
  /** Rows of a query as arrays, values as text. */
  rows(text: string): Promise<unknown[][]>;
};

/** A PostgreSQL database to upload to, for the tests of the calling file. */
export function useWarehouse(): Warehouse {
  return useStarted(async () => {
    const { url, rows, close, key } = await createTestDatabase();
    return { url, rows, key: keyToStore(key), stop: close };
  });
}
