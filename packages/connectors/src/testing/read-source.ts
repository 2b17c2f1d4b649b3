import { text } from 'node:stream/consumers';
import type { SourceConnector, SourceRequest } from '../spec.ts';
import { buildContext } from './context.ts';

/** The key and report date that a test asks for in place of the usual ones. */
export type Asked = Partial<Pick<SourceRequest, 'key' | 'reportDate'>>;

/** Name, address and text of each file that a source gives, one after the other. */
export async function readSource(
  source: SourceConnector,
  request: Omit<SourceRequest, 'state'>,
  context = buildContext(),
): Promise<readonly string[]> {
  const answer = await source.fetch({ state: null, ...request }, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const files: string[] = [];
  for await (const file of answer.files) files.push(file.filename, file.url, await text(file.body));
  return files;
}
