import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PRINT_MODULES = `
  const { registerHooks } = await import('node:module');
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  await import(process.argv[1]);
  console.log(JSON.stringify(urls));
`;

it('loads no library, because each thread pays for what it loads', async () => {
  const worker = new URL('./scan-worker.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PRINT_MODULES, worker]);
  const urls = JSON.parse(stdout) as readonly string[];
  expect(urls).toContain(worker);
  expect(urls.filter((url) => !/^node:|\/packages\/(engine|model)\/src\//.test(url))).toEqual([]);
});
