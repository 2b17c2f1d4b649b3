import { join } from 'node:path';

/** Below it each account has a folder, named by its id, that its `file` destinations write into. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'exports');

/** Below it each account has a folder, named by its id, that its `file` sources read from. */
export const importFolder = (dataDir: string): string => join(dataDir, 'imports');
