import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files that compress well. Fonts are compressed already; source maps are not served. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|html)$/;
/** Bytes. A smaller file would gain less than the header that names its encoding. */
const SMALLEST = 256;

const FORMATS = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
} as const;

/** Writes `<file>.br` and `<file>.gz` beside each file of 256 bytes and more, below a folder, that becomes smaller by it. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  await Promise.all(
    Object.entries(FORMATS).map(async ([extension, compress]) => {
      const smaller = await compress(content);
      if (smaller.length < content.length) await writeFile(`${path}.${extension}`, smaller);
    }),
  );
}
