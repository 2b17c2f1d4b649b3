import { createHash, randomUUID } from 'node:crypto';
import type { StagedResult } from '../../delivery/deliver.ts';
import { type PartUpload, stageParts } from '../../delivery/stage-parts.ts';
import { AzureFailure } from './azure-failure.ts';
import { callAzure, isPassing } from './call-azure.ts';
import { type AzureContainer, addressOf } from './container.ts';

export type WriteOptions = {
  /** The version of the blob that is replaced; null where there must be none. */
  readonly version: string | null;
  /** By names that are identifiers. */
  readonly metadata: Readonly<Record<string, string>>;
};

/** Length of one block. A blob has at most 50,000. */
const BLOCK_BYTES = 8 * 1024 ** 2;
const CONTENT_TYPE = 'application/octet-stream';

/**
 * Sends a blob but for the one request that makes it visible: Put Blob for short ones, Put Block List for longer ones. Throws
 * AzureFailure, NetworkError, what the stream throws, or the reason of an aborted signal; its commit also CommitConflict.
 */
export const stageBlob = (
  container: AzureContainer,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StagedResult> =>
  stageParts(body, {
    partBytes: container.context.partBytes ?? BLOCK_BYTES,
    signal: container.context.signal,
    writeWhole: (content) => writeWhole(container, key, content, options),
    openUpload: async () => openBlocks(container, key, options),
    isPassing,
    isCondition: (error) => error instanceof AzureFailure && error.kind === 'condition',
  });

/** Headers of a request that makes a blob visible. */
function commitHeaders({ version, metadata }: WriteOptions, content: Uint8Array): Readonly<Record<string, string>> {
  const own = Object.entries(metadata).map(([name, value]) => [`x-ms-meta-${name}`, value] as const);
  return {
    ...(version === null ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` }),
    ...Object.fromEntries(own),
    'x-ms-blob-content-type': CONTENT_TYPE,
    'content-md5': md5Of(content),
  };
}

/** The service refuses bytes that do not fit it. */
const md5Of = (content: Uint8Array): string => createHash('md5').update(content).digest('base64');

async function put(container: AzureContainer, url: URL, headers: Readonly<Record<string, string>>, body: Uint8Array) {
  const { access, context } = container;
  const answer = await callAzure(access, { method: 'PUT', url, headers, body }, context);
  answer.body.destroy();
}

const writeWhole = (container: AzureContainer, key: string, content: Buffer, options: WriteOptions): Promise<void> =>
  put(
    container,
    addressOf(container, key),
    { ...commitHeaders(options, content), 'x-ms-blob-type': 'BlockBlob' },
    content,
  );

/** Sends blocks under names of this attempt alone. Blocks that no list names vanish with the next commit, or within a week. */
function openBlocks(container: AzureContainer, key: string, options: WriteOptions): PartUpload {
  const attempt = randomUUID();
  const ids: string[] = [];
  let bytes = 0;
  const send = async (block: Buffer): Promise<void> => {
    // All names of one blob have the same length.
    const id = Buffer.from(`${attempt}-${String(ids.length).padStart(6, '0')}`).toString('base64');
    const url = addressOf(container, key, { comp: 'block', blockid: id });
    await put(container, url, { 'content-md5': md5Of(block) }, block);
    ids.push(id);
    bytes += block.length;
  };
  return {
    send,
    sent: () => bytes,
    async finish(last) {
      await send(last);
      const names = ids.map((id) => `<Uncommitted>${id}</Uncommitted>`).join('');
      const list = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${names}</BlockList>`);
      await put(container, addressOf(container, key, { comp: 'blocklist' }), commitHeaders(options, list), list);
    },
    cancel: async () => undefined,
  };
}
