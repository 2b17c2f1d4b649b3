import { createLocalStore, createS3Store, type FileStore } from '@switchboard/engine';
import type { StorageSettings } from '../settings/storage-settings.ts';

/** Returns the file store that the settings name. It opens no connection before the first call. */
export function openStore(storage: StorageSettings): FileStore {
  return storage.kind === 'folder' ? createLocalStore(storage.folder) : createS3Store(storage);
}
