import { createLocalStore, createS3Store, type FileStore } from '@switchboard/engine';
import type { StorageSettings } from '../settings/storage-settings.ts';

/** The file store that the settings choose. Nothing is read or asked yet. */
export function openStore(storage: StorageSettings): FileStore {
  return storage.kind === 'folder' ? createLocalStore(storage.folder) : createS3Store(storage);
}
