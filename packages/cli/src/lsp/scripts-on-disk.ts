import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ScriptReader, ServerFile } from '@switchboard/language/lsp';

const EXTENSION = '.sbs';
const LARGEST = 5_000_000;
const SKIPPED = new Set(['node_modules']);
const AT_ONCE = 32;

function locationOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** Null for what is not a script: not there, not readable, too large, or not UTF-8. */
async function textAt(location: string): Promise<string | null> {
  try {
    if ((await stat(location)).size > LARGEST) return null;
    const bytes = await readFile(location);
    return isUtf8(bytes) ? new TextDecoder().decode(bytes) : null;
  } catch {
    return null;
  }
}

/** Scripts below a folder. Links to folders are not followed, so that the walk ends. */
async function scriptsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const location = join(folder, entry.name);
    const hidden = entry.name.startsWith('.') || SKIPPED.has(entry.name);
    if (entry.isDirectory() && !hidden) found.push(...(await scriptsBelow(location)));
    else if (!entry.isDirectory() && !hidden && entry.name.endsWith(EXTENSION)) found.push(location);
  }
  return found;
}

/** Reads scripts where they lie on this machine. What cannot be read is as if it were not there: an editor shows the rest. */
export const SCRIPTS_ON_DISK: ScriptReader = {
  below: async (folder) => {
    const top = locationOf(folder);
    const locations = top === null ? [] : await scriptsBelow(top);
    const files: ServerFile[] = [];
    for (let at = 0; at < locations.length; at += AT_ONCE) {
      const some = locations.slice(at, at + AT_ONCE).map(async (location): Promise<ServerFile[]> => {
        const text = await textAt(location);
        return text === null ? [] : [{ uri: pathToFileURL(location).href, text }];
      });
      files.push(...(await Promise.all(some)).flat());
    }
    return files;
  },
  read: async (uri) => {
    const location = locationOf(uri);
    return location?.endsWith(EXTENSION) ? textAt(location) : null;
  },
};
