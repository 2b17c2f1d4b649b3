import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders of attempts below a data folder, in the scratch folders of all its processes. */
export function scratchFiles(dataFolder: string): string[] {
  const folder = join(dataFolder, 'scratch');
  return readFolder(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => readFolder(join(folder, entry.name)).map(({ name }) => join(entry.name, name)));
}

/** The entries of a folder; none when it does not exist or is removed meanwhile. */
function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
