import type { LocalEdit } from './draft-files.ts';

/** Changes of a draft that are not saved, as the browser keeps them. */
export type KeptEdits = {
  /** The version of the draft on which they were made. */
  readonly version: number;
  /** Milliseconds. */
  readonly at: number;
  readonly edits: readonly LocalEdit[];
};

const DATABASE = 'switchboard-drafts';
const STORE = 'edits';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage of the browser cannot be opened.'));
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('The storage of the browser failed.'));
      transaction.onabort = transaction.onerror;
    });
  } finally {
    database.close();
  }
}

/** The kept changes of a draft; null when there are none. @throws when the browser keeps nothing */
export async function readEdits(key: string): Promise<KeptEdits | null> {
  return ((await run('readonly', (store) => store.get(key))) as KeptEdits | undefined) ?? null;
}

/** Keeps the changes of a draft in place of the former ones; none removes them. @throws when the browser keeps nothing */
export async function keepEdits(key: string, kept: KeptEdits): Promise<void> {
  if (kept.edits.length === 0) await run('readwrite', (store) => store.delete(key));
  else await run('readwrite', (store) => store.put(kept, key));
}
