import { createGcsStore, createLocalStore, createS3Store, type FileStore } from '@switchboard/engine';
import type { StorageSettings } from '../settings/storage-settings.ts';

/** Returns the file store that the settings name. It opens no connection before the first call. */
export function openStore(storage: StorageSettings): FileStore {
  switch (storage.kind) {
    case 'folder':
      return createLocalStore(storage.folder);
    case 's3':
      return createS3Store(storage);
    case 'gcs':
      return createGcsStore(storage);
  }
}
