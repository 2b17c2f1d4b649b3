import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  errorMessage,
  type Message,
  message,
  messageReader,
  queryMessage,
  readyMessage,
  statementOf,
} from './messages.ts';

/** A fault to inject instead of executing a statement at Redshift. */
export type PlantedAnswer = {
  readonly statement: RegExp;
  readonly times?: number;
  readonly answer: { readonly code: string; readonly words: string } | 'cut' | 'cut when answered';
};

/** The parts of a COPY whose rows come from S3. */
export type CopyFromS3 = { readonly into: string; readonly manifest: string; readonly options: string };

/** The rows of a COPY, as CSV, or why there are none, in the words of Redshift. */
export type ReadParts = (copy: CopyFromS3) => Promise<AsyncIterable<Buffer> | { readonly refusal: string }>;

const COPY = /^copy (.+?) from '(s3:\/\/[^']+)'\s+(.*)$/is;
const SSL_REQUEST = 80_877_103;

/** Statements and settings of PostgreSQL that Redshift does not know. */
const UNKNOWN: readonly RegExp[] = [
  /\bon conflict\b/i,
  /\badvisory/i,
  /\bto_regclass\b/i,
  /\bon commit drop\b/i,
  /\bcreate (?:unique )?index\b/i,
  /\bjsonb\b/i,
  /\bfrom stdin\b/i,
  /\breturning\b/i,
  /^merge\b/i,
];
const UNKNOWN_SETTINGS = ['lock_timeout', 'idle_in_transaction_session_timeout'];

export type RedshiftFront = {
  readonly port: number;
  /** Statements since the last planting. */
  statements(): readonly string[];
  /** Takes the place of the answers planted before, and forgets the statements. */
  plant(...answers: readonly PlantedAnswer[]): void;
  close(): void;
};

/**
 * Stands in front of a PostgreSQL server as Redshift: it refuses what Redshift does not know, and executes COPY from S3 by sending
 * the rows to the server itself. Everything else passes as it is.
 */
export async function startRedshiftFront(host: string, port: number, readParts: ReadParts): Promise<RedshiftFront> {
  const sockets = new Set<Socket>();
  let statements: string[] = [];
  let planted: { readonly plan: PlantedAnswer; left: number }[] = [];
  const plannedFor = (sql: string): PlantedAnswer['answer'] | null => {
    const found = planted.find(({ plan, left }) => left > 0 && plan.statement.test(sql));
    if (found === undefined) return null;
    found.left -= 1;
    return found.plan.answer;
  };

  const front = createServer((client) => {
    const server = connect({ host, port });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    /** Sees what the server answers; false keeps it from the client. */
    let onAnswer: (answer: Message) => boolean = () => true;
    server.on(
      'data',
      messageReader(false, (answer) => void (onAnswer(answer) && client.write(answer.raw))),
    );

    const copy = async (found: CopyFromS3): Promise<void> => {
      const rows = await readParts(found);
      if ('refusal' in rows) {
        client.write(Buffer.concat([errorMessage('XX000', rows.refusal), readyMessage()]));
        return;
      }
      const nullText = /null as '([^']*)'/i.exec(found.options)?.[1] ?? '\\N';
      const ready = new Promise<void>((resolve) => {
        onAnswer = ({ type }) => {
          resolve();
          return type !== 'G';
        };
      });
      server.write(queryMessage(`copy ${found.into} from stdin with (format csv, null '${nullText}')`));
      await ready;
      for await (const chunk of rows) if (!server.write(message('d', chunk))) await once(server, 'drain');
      server.write(message('c', Buffer.alloc(0)));
    };

    const take = (asked: Message): void => {
      if (asked.type === '' && asked.body.readInt32BE(0) === SSL_REQUEST) {
        client.write('N');
        return;
      }
      const sql = statementOf(asked);
      const setting = asked.type === '' ? UNKNOWN_SETTINGS.find((name) => asked.body.includes(name)) : undefined;
      if (setting !== undefined) {
        client.end(errorMessage('42704', `unrecognized configuration parameter "${setting}"`));
        return;
      }
      if (sql === null) {
        server.write(asked.raw);
        return;
      }
      statements.push(sql);
      const planned = plannedFor(sql) ?? refusalOf(sql);
      if (planned === 'cut') {
        client.destroy();
        return;
      }
      if (planned === 'cut when answered') {
        onAnswer = ({ type }) => {
          if (type === 'Z') client.destroy();
          return false;
        };
      } else if (planned !== null) {
        // The server itself fails, so that its transaction is over as well.
        const words = planned.words.replaceAll("'", "''").replaceAll('%', '%%');
        server.write(
          queryMessage(`do $$ begin raise exception using errcode = '${planned.code}', message = '${words}'; end $$`),
        );
        return;
      }
      const [, into = '', manifest = '', options = ''] = COPY.exec(sql) ?? [];
      if (manifest === '') server.write(asked.raw);
      else copy({ into, manifest, options }).catch(() => client.destroy());
    };
    let isFirst = true;
    let read = messageReader(true, take);
    client.on('data', (bytes: Buffer) => {
      // A request for encryption is followed by another first message.
      if (!isFirst && bytes.length >= 8 && bytes.readInt32BE(4) === 196_608) read = messageReader(true, take);
      isFirst = false;
      read(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    port: (front.address() as AddressInfo).port,
    statements: () => statements,
    plant: (...answers) => {
      planted = answers.map((plan) => ({ plan, left: plan.times ?? 1 }));
      statements = [];
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      front.close();
    },
  };
}

function refusalOf(sql: string): { readonly code: string; readonly words: string } | null {
  const unknown = UNKNOWN.find((pattern) => pattern.test(sql));
  return unknown === undefined ? null : { code: '42601', words: `Redshift does not know ${String(unknown)}` };
}
