import { createReadStream } from 'node:fs';
import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import { type CsvRecord, readRecords } from '../../delivery/read-records.ts';
import { deliverTable } from '../../delivery/table-store.ts';
import { NetworkError } from '../../network/network-error.ts';
import { serviceDestinationFailure } from '../../network/service-failure.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { holdsOtherDates } from '../../sql/table-parameters.ts';
import { connector, PARAMETERS } from './connector.ts';
import { type Command, ErrorReply, type Reply } from './resp.ts';
import { loginOf, openSession, type RedisSession } from './session.ts';
import { DELIVERY_FIELD, idsOf, type StreamEntry, type StreamLedger, streamLedger } from './stream-ledger.ts';

/** Commands that are sent at once. */
const BATCH = 500;
/** Longest wait for the end of a transaction, in milliseconds. */
const COMMIT_SILENCE_MS = 600_000;

/**
 * Streams of Redis. Rows are queued in a transaction, which the server executes as one with the ledger entry, or not at all. A
 * delivery that commits in the meantime changes the ledger, which the transaction watches, so that the later one begins again.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToStream };

type Round = { readonly session: RedisSession; held: readonly (StreamEntry | null)[] };

async function deliverToStream(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const login = loginOf(request.name, request.key);
  const { stream: template, date_column: dateColumn, refuse } = PARAMETERS.read(request.name, request.parameters);
  const { mode, reportDate, columns } = request;
  if (mode === 'replace_date' && reportDate === null)
    refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  if (columns.some(({ name }) => name === DELIVERY_FIELD)) refuse('stream', `takes no column named ${DELIVERY_FIELD}`);
  const stream = fillTemplate(template, reportDate);
  const ledger = streamLedger(stream, request);
  const addressed = { name: request.name, key: login.key.name, place: stream };
  return deliverTable<Round>(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, reportDate),
    translateError: (error) => serviceDestinationFailure(error, addressed),
    async withSession(work) {
      const session = await openSession(login, context);
      try {
        return await work({ session, held: [] });
      } finally {
        session.close();
      }
    },
    async begin({ session }) {
      await session.ask(['WATCH', ledger.key]);
      const kind = await session.ask(['TYPE', stream]);
      if (kind !== 'none' && kind !== 'stream')
        throw new PipelineError('DESTINATION_REFUSED', {
          reason: `${stream} is a ${typeof kind === 'string' ? kind : 'value'}, not a stream`,
        });
    },
    async readLedger(round) {
      round.held = await ledger.read(round.session);
      return round.held[0] ?? null;
    },
    exists: async ({ session }) => (await session.ask(['TYPE', stream])) !== 'none',
    async write({ session, held }) {
      const [last] = idsOf(await session.ask(['XREVRANGE', stream, '+', '-', 'COUNT', '1']));
      // Behind the two entries of the ledger stands one whose rows are not whole.
      const removed = await ledger.entriesOf(session, mode === 'replace_date' ? held : held.slice(2));
      await session.ask(['MULTI']);
      if (mode === 'truncate') await queue(session, [['XTRIM', stream, 'MAXLEN', '0']]);
      for (let at = 0; at < removed.length; at += BATCH)
        await queue(session, [['XDEL', stream, ...removed.slice(at, at + BATCH)]]);
      const added = await addRows(session, request, context, { stream, dateColumn, tag: ledger.tag });
      await queue(session, [ledger.record(await request.content.sha256, last ?? '0-0', held[0] ?? null)]);
      return added;
    },
    // The transaction records it.
    recordLedger: async () => true,
    commit: ({ session, held }) => commit(session, ledger, held),
  });
}

type Rows = { readonly stream: string; readonly dateColumn: string; readonly tag: string };

/** Queues an entry for each row. Returns how many were queued. Throws PARAMETER_INVALID for rows of other dates. */
async function addRows(
  session: RedisSession,
  request: DeliveryRequest,
  context: DeliveryContext,
  { stream, dateColumn, tag }: Rows,
): Promise<number> {
  const { content, columns, reportDate, mode } = request;
  const names = columns.map(({ name }) => name);
  const dateAt = names.indexOf(dateColumn);
  const filled = dateAt < 0 && reportDate !== null ? [dateColumn, reportDate] : [];
  let others = 0;
  const entryOf = (row: CsvRecord): Command => {
    if (dateAt >= 0 && mode === 'replace_date' && row[dateAt]?.slice(0, 10) !== reportDate) others += 1;
    // A stream knows no null: the field is absent.
    const fields = names.flatMap((name, index) => (typeof row[index] === 'string' ? [name, row[index]] : []));
    return ['XADD', stream, '*', DELIVERY_FIELD, tag, ...filled, ...fields];
  };
  const file = createReadStream(content.path);
  const csv = throughStages(file, [faultMidway(content.bytes, context)], context.signal);
  let queued = 0;
  let isHeader = true;
  try {
    for await (const records of readRecords(csv as AsyncIterable<Buffer>)) {
      const rows = isHeader ? records.slice(1) : records;
      isHeader = false;
      for (let at = 0; at < rows.length; at += BATCH)
        queued += await queue(session, rows.slice(at, at + BATCH).map(entryOf));
    }
  } finally {
    csv.destroy();
    file.destroy();
  }
  if (others > 0) throw holdsOtherDates(request, dateColumn, others);
  return queued;
}

/** Queues commands in the open transaction. Returns how many. Throws RedisFailure. */
async function queue(session: RedisSession, commands: readonly Command[]): Promise<number> {
  const replies = await session.askAll(commands);
  const refused = replies.find((reply) => reply instanceof ErrorReply);
  if (refused !== undefined) throw session.failureOf(refused);
  return replies.filter((reply) => reply === 'QUEUED').length;
}

/** Throws CommitConflict when the ledger has changed or the answer is lost, and RedisFailure. */
async function commit(
  session: RedisSession,
  ledger: StreamLedger,
  held: readonly (StreamEntry | null)[],
): Promise<void> {
  let reply: Reply;
  try {
    reply = await session.ask(['EXEC'], COMMIT_SILENCE_MS);
  } catch (error) {
    throw error instanceof NetworkError ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
  if (reply === null) {
    const cause = new Error('the ledger has changed');
    throw new CommitConflict('changed', cause, { mayBeOwn: false });
  }
  const replies = Array.isArray(reply) ? (reply as readonly Reply[]) : [reply];
  const refused = replies.find((one) => one instanceof ErrorReply);
  if (refused === undefined) {
    // Without it another attempt counts the rows; the delivery is whole in any case.
    await ledger.confirm(session).catch(() => undefined);
    return;
  }
  // The server goes on after a command that fails in a transaction, so that the others are undone.
  await ledger.undo(session, idsOf(replies), held);
  throw session.failureOf(refused);
}
