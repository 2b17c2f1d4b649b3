import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROWS_CONVERTERS } from '../formats/rows-converters.ts';

const SCAN = new URL('./scan-worker.ts', import.meta.url).href;
const CONVERSION = new URL('../formats/convert-worker.ts', import.meta.url).href;
const CONVERTERS = new URL('../formats/rows-converters.ts', import.meta.url).href;

const PRINT_MODULES = `
  const { registerHooks } = await import('node:module');
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  const [worker, converters, format] = process.argv.slice(1);
  await import(worker);
  if (format) await (await import(converters)).ROWS_CONVERTERS[format]();
  console.log(JSON.stringify(urls));
`;

/** The files that a thread loads: its program and, for a conversion, the converter of a format. */
async function filesLoaded(worker: string, format?: string): Promise<readonly string[]> {
  const args = [
    '--input-type=module',
    '-e',
    PRINT_MODULES,
    worker,
    CONVERTERS,
    ...(format === undefined ? [] : [format]),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const urls = new Set(JSON.parse(stdout) as readonly string[]);
  expect(urls).toContain(worker);
  return [...urls].filter((url) => !url.startsWith('node:'));
}

const isOfLibrary = (url: string): boolean => !/\/packages\/(engine|model)\/src\//.test(url);

it.each([
  ['scan', SCAN],
  ['conversion', CONVERSION],
])('loads no library in a %s thread, because each thread pays for what it loads', async (_kind, worker) => {
  expect((await filesLoaded(worker)).filter(isOfLibrary)).toEqual([]);
});

it.each(Object.keys(ROWS_CONVERTERS))(
  'loads fewer than 40 files to convert %s, and no network library',
  async (format) => {
    const files = await filesLoaded(CONVERSION, format);
    expect(files.filter((url) => /\/packages\/connectors\/|\/undici\//.test(url))).toEqual([]);
    expect(files.length).toBeLessThan(40);
  },
);
