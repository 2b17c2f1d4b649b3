import { callWarehouse, itemsOf, objectOf, textOf, type WarehouseApi } from '../../warehouse/call-warehouse.ts';
import { chunkLines } from '../../warehouse/chunk-lines.ts';

/** Bytes of a file, about. The API takes 5 GiB; smaller files wait in memory, and are sent again when a connection breaks. */
const FILE_BYTES = 8_000_000;
const FILES = '/api/2.0/fs/files';
const DIRECTORIES = '/api/2.0/fs/directories';

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Writes lines into files of a folder of a volume, each by one request that may arrive twice. */
export async function writeFiles(api: WarehouseApi, folder: string, lines: AsyncIterable<Buffer>): Promise<void> {
  await callWarehouse(api, { method: 'PUT', path: `${DIRECTORIES}${encoded(folder)}` });
  let file = 0;
  for await (const body of chunkLines(lines, FILE_BYTES)) {
    api.context.signal.throwIfAborted();
    file += 1;
    const path = `${FILES}${encoded(`${folder}/part-${String(file).padStart(6, '0')}.json`)}?overwrite=true`;
    await callWarehouse(api, { method: 'PUT', path, headers: { 'content-type': 'application/octet-stream' }, body });
  }
}

/** Names of what lies in a folder; empty when there is none. */
export async function listNames(api: WarehouseApi, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let token = ''; ; ) {
    const path = `${DIRECTORIES}${encoded(folder)}${token === '' ? '' : `?page_token=${encodeURIComponent(token)}`}`;
    const page = objectOf(await callWarehouse(api, { method: 'GET', path, accepts: [404] }));
    names.push(...itemsOf(page['contents']).map((one) => textOf(objectOf(one)['name'])));
    token = textOf(page['next_page_token']);
    if (token === '') return names;
  }
}

/** Removes a folder with its files. */
export async function removeFolder(api: WarehouseApi, folder: string): Promise<void> {
  const accepts = [404];
  for (const name of await listNames(api, folder))
    await callWarehouse(api, { method: 'DELETE', path: `${FILES}${encoded(`${folder}/${name}`)}`, accepts });
  await callWarehouse(api, { method: 'DELETE', path: `${DIRECTORIES}${encoded(folder)}`, accepts });
}
