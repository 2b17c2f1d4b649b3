import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, test } from 'vitest';
import { compressFiles } from './compress-files.ts';

const folder = useFolder('compress');

test('writes both formats beside files that become smaller by it', async () => {
  const script = "console.log('switchboard');\n".repeat(100);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/main.js'), script);
  writeFileSync(join(folder, 'assets/main.js.map'), script);
  writeFileSync(join(folder, 'assets/small.js'), 'export {};');
  writeFileSync(join(folder, 'assets/font.woff2'), script);

  await compressFiles(folder);

  expect(brotliDecompressSync(readFileSync(join(folder, 'assets/main.js.br'))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, 'assets/main.js.gz'))).toString()).toBe(script);
  for (const name of ['main.js.map', 'small.js', 'font.woff2'])
    expect(existsSync(join(folder, 'assets', `${name}.br`)), name).toBe(false);
});
