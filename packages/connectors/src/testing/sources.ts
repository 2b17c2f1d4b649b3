import { text } from 'node:stream/consumers';
import { connectorByName } from '../registry.ts';
import type { ConnectorContext, SourceFile } from '../spec.ts';
import { buildContext } from './context.ts';
import type { OpenReport, TestSource } from './harness.ts';
import { HARNESSES } from './harnesses.ts';

/** Sources on servers, by connector, each opened for one test. */
export const TEST_SOURCES: readonly (readonly [name: string, open: OpenReport])[] = [...HARNESSES].flatMap(
  ([name, { openReport }]) => (openReport === undefined ? [] : [[name, openReport] as const]),
);

/** Lists the report, where the source can list, and reads it to its end. Returns its characters. */
export async function readReport(
  connector: string,
  declared: ReturnType<TestSource['declare']>,
  context: ConnectorContext,
): Promise<number> {
  let length = 0;
  for await (const file of readFiles(connector, declared, context)) length += (await text(file.body)).length;
  return length;
}

/** Reads the one file of a source. Returns its columns that are decimals, with their declared digits. */
export async function readDecimals(
  connector: string,
  declared: ReturnType<TestSource['declare']>,
): Promise<SourceFile['decimals']> {
  const found: SourceFile['decimals'][] = [];
  for await (const file of readFiles(connector, declared, buildContext())) {
    await text(file.body);
    found.push(file.decimals);
  }
  if (found.length !== 1) throw new Error(`expected one file, not ${found.length}`);
  return found[0];
}

async function* readFiles(
  connector: string,
  { parameters, key }: ReturnType<TestSource['declare']>,
  context: ConnectorContext,
): AsyncIterable<SourceFile> {
  const source = await connectorByName().get(connector)?.source?.();
  if (source === undefined) throw new Error(`there is no source ${connector}`);
  const request = { name: 'ads', parameters, key, reportDate: null, state: null };
  const files = await source.list?.({ ...request, dates: null }, context);
  const answer = await source.fetch(files === undefined ? request : { ...request, files }, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  yield* answer.files;
}
