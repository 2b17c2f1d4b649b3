import type { Socket } from 'node:net';
import type { KeyProperties } from '../../../spec.ts';
import { createFaults } from '../../../testing/faults.ts';
import { startTcp } from '../../../testing/tcp-server.ts';
import { type Command, createReader, ErrorReply, NotResp, type Reply } from '../resp.ts';

type Entry = { readonly id: string; readonly fields: readonly string[] };
type Id = readonly [ms: number, nth: number];
type Stream = { readonly kind: 'stream'; entries: Entry[]; last: Id };
type Hash = { readonly kind: 'hash'; readonly fields: Map<string, string> };
type Value = Stream | Hash | { readonly kind: 'string'; readonly text: string };
type Database = { readonly values: Map<string, Value>; readonly versions: Map<string, number> };

/** The state of one connection. */
type Client = {
  database: number;
  user: string | null;
  /** Versions of the watched keys. */
  watched: Map<string, number>;
  /** Commands that EXEC will run; null outside of a transaction. */
  queue: Command[] | null;
  isDirty: boolean;
};

const PASSWORD = 'p@ss "wörd"';
const DATABASES = 16;
/** Commands that need memory, which a full server refuses. */
const GROWING: ReadonlySet<string> = new Set(['HSET', 'SET', 'XADD']);
const STATUSES: ReadonlySet<unknown> = new Set(['OK', 'PONG', 'QUEUED']);
const WRONG_TYPE = new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value');

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * Serves the documented commands for strings, hashes, streams and transactions over RESP2, in memory. The users are `default`, `ann`,
 * and `reader`, who may only read.
 */
export async function startRedis() {
  const databases = Array.from(
    { length: DATABASES },
    (): Database => ({ values: new Map<string, Value>(), versions: new Map<string, number>() }),
  );
  const first = databases[0] as Database;
  const databaseOf = ({ database }: Client): Database => databases[database] ?? first;
  const faults = createFaults();
  const clients = new Set<Client>();
  const control = { isFull: false };

  function refusalOf({ user }: Client, name: string): ErrorReply | null {
    if (user === null) return new ErrorReply('NOAUTH Authentication required.');
    if (user === 'reader' && GROWING.has(name))
      return new ErrorReply(`NOPERM User reader has no permissions to run the '${name.toLowerCase()}' command`);
    if (control.isFull && GROWING.has(name))
      return new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.");
    return name in COMMANDS ? null : new ErrorReply(`ERR unknown command '${name}'`);
  }

  const execute = (client: Client, [name = '', ...words]: Command): Reply =>
    COMMANDS[name.toUpperCase()]?.(databaseOf(client), words) ?? null;

  /** Commands about the connection and its transaction. */
  const ofConnection: Readonly<Record<string, (client: Client, words: readonly string[]) => Reply>> = {
    AUTH: (client, words) => {
      const [user = '', password] = words.length === 1 ? ['default', words[0]] : words;
      client.user = ['default', 'ann', 'reader'].includes(user) && password === PASSWORD ? user : null;
      return client.user === null
        ? new ErrorReply('WRONGPASS invalid username-password pair or user is disabled.')
        : 'OK';
    },
    PING: () => 'PONG',
    SELECT: (client, [index = '']) => {
      if (databases[Number(index)] === undefined) return new ErrorReply('ERR DB index is out of range');
      client.database = Number(index);
      return 'OK';
    },
    WATCH: (client, keys) => {
      if (client.queue !== null) return new ErrorReply('ERR WATCH inside MULTI is not allowed');
      for (const key of keys) client.watched.set(key, databaseOf(client).versions.get(key) ?? 0);
      return 'OK';
    },
    MULTI: (client) => {
      if (client.queue !== null) return new ErrorReply('ERR MULTI calls can not be nested');
      client.queue = [];
      client.isDirty = false;
      return 'OK';
    },
    EXEC: (client) => {
      const { queue, isDirty, watched } = client;
      if (queue === null) return new ErrorReply('ERR EXEC without MULTI');
      client.queue = null;
      client.watched = new Map();
      const { versions } = databaseOf(client);
      if (isDirty) return new ErrorReply('EXECABORT Transaction discarded because of previous errors.');
      const isChanged = [...watched].some(([key, version]) => (versions.get(key) ?? 0) !== version);
      return isChanged ? null : queue.map((one) => execute(client, one));
    },
  };

  function answer(client: Client, command: Command): Reply {
    const [name = '', ...words] = command;
    const own = ofConnection[name.toUpperCase()];
    if (own !== undefined && (name === 'AUTH' || client.user !== null)) return own(client, words);
    const refusal = refusalOf(client, name.toUpperCase());
    if (refusal !== null) {
      client.isDirty = true;
      return refusal;
    }
    if (client.queue === null) return execute(client, command);
    client.queue.push(command);
    return 'QUEUED';
  }

  function serve(socket: Socket): void {
    const client: Client = { database: 0, user: null, watched: new Map(), queue: null, isDirty: false };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    const read = createReader();
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const given of read(chunk)) {
          const command = (Array.isArray(given) ? given : [given]).map(String);
          if (!answerOver(socket, client, command)) return;
        }
      } catch (error) {
        if (!(error instanceof NotResp)) throw error;
        socket.end('-ERR Protocol error: expected a command\r\n');
      }
    });
  }

  /** Answers a command, or injects a fault. False when nothing is to follow. */
  function answerOver(socket: Socket, client: Client, command: Command): boolean {
    const fault = faults.next(command.slice(0, 2).join(' '));
    if (fault === 'hang') return false;
    const isError = typeof fault === 'object' && fault !== null;
    if (isError) client.isDirty = true;
    const reply = isError ? new ErrorReply(fault.reason) : fault === 'cut-before' ? null : answer(client, command);
    if (fault === 'cut-before' || fault === 'cut-after') socket.destroy();
    else socket.write(reply === null && command[0] === 'EXEC' ? '*-1\r\n' : encode(reply));
    return !socket.destroyed;
  }

  const { port, close } = await startTcp(serve);
  const admin: Client = { database: 0, user: 'default', watched: new Map(), queue: null, isDirty: false };
  return {
    port,
    serve,
    control,
    key: (change: KeyProperties['properties'] = {}): KeyProperties => ({
      name: 'queue',
      type: 'redis',
      properties: { host: '127.0.0.1', port, username: 'ann', password: PASSWORD, secure: false, ...change },
    }),
    plant: faults.plant,
    asked: faults.asked,
    /** Runs a command in the database 0 as an administrator. */
    run: (...command: Command): Reply => execute(admin, command),
    /** The fields of each entry of a stream, in order. */
    entries: (stream: string): readonly ReadonlyMap<string, string>[] => {
      const value = first.values.get(stream);
      return value?.kind === 'stream' ? value.entries.map(({ fields }) => new Map(pairs(fields))) : [];
    },
    /** How many connections are in a transaction. */
    transactions: (): number => [...clients].filter(({ queue }) => queue !== null).length,
    close: async () => close(),
  };
}

/** A value in RESP2. */
function encode(reply: Reply): string {
  if (reply === null) return '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (reply instanceof ErrorReply) return `-${reply.text}\r\n`;
  if (typeof reply === 'string' && STATUSES.has(reply)) return `+${reply}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join('')}`;
}

const pairs = (words: readonly string[]): [string, string][] =>
  words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? '']] : []));

const parseId = (id: string): Id => {
  const [ms = '0', nth = '0'] = id.split('-');
  return [Number(ms), Number(nth)];
};
const isAfter = ([ms, nth]: Id, [otherMs, otherNth]: Id): boolean => ms > otherMs || (ms === otherMs && nth > otherNth);

type Run = (database: Database, words: readonly string[]) => Reply;

const touch = ({ versions }: Database, key: string): void => void versions.set(key, (versions.get(key) ?? 0) + 1);

/** Runs a command about a stream, which is empty where the key is missing. */
const ofStream =
  (run: (stream: Stream, words: readonly string[], changed: () => void) => Reply): Run =>
  (database, [key = '', ...words]) => {
    const value = database.values.get(key) ?? { kind: 'stream', entries: [], last: [0, 0] };
    if (value.kind !== 'stream') return WRONG_TYPE;
    return run(value, words, () => {
      database.values.set(key, value);
      touch(database, key);
    });
  };

/** Runs a command about a hash, which is empty where the key is missing. */
const ofHash =
  (run: (fields: Map<string, string>, words: readonly string[], changed: () => void) => Reply): Run =>
  (database, [key = '', ...words]) => {
    const value = database.values.get(key) ?? { kind: 'hash', fields: new Map<string, string>() };
    if (value.kind !== 'hash') return WRONG_TYPE;
    return run(value.fields, words, () => {
      database.values.set(key, value);
      touch(database, key);
    });
  };

const COMMANDS: Readonly<Record<string, Run>> = {
  TYPE: ({ values }, [key = '']) => values.get(key)?.kind ?? 'none',
  DEL: (database, keys) => {
    for (const key of keys) touch(database, key);
    return keys.filter((key) => database.values.delete(key)).length;
  },
  SET: (database, [key = '', text = '']) => {
    database.values.set(key, { kind: 'string', text });
    touch(database, key);
    return 'OK';
  },
  HSET: ofHash((fields, words, changed) => {
    for (const [field, text] of pairs(words)) fields.set(field, text);
    changed();
    return words.length / 2;
  }),
  HDEL: ofHash((fields, words, changed) => {
    changed();
    return words.filter((field) => fields.delete(field)).length;
  }),
  HMGET: ofHash((fields, words) => words.map((field) => fields.get(field) ?? null)),
  XADD: ofStream((stream, [id = '', ...fields], changed) => {
    if (fields.length === 0 || fields.length % 2 === 1)
      return new ErrorReply("ERR wrong number of arguments for 'xadd' command");
    const [ms, nth] = stream.last;
    const now = Math.max(Date.now(), ms);
    const next: Id = id === '*' ? [now, now === ms ? nth + 1 : 0] : parseId(id);
    if (!isAfter(next, stream.last))
      return new ErrorReply('ERR The ID specified in XADD is equal or smaller than the target stream top item');
    stream.last = next;
    stream.entries.push({ id: next.join('-'), fields });
    changed();
    return next.join('-');
  }),
  XDEL: ofStream((stream, ids, changed) => {
    const gone = new Set(ids);
    const before = stream.entries.length;
    stream.entries = stream.entries.filter(({ id }) => !gone.has(id));
    if (before > 0) changed();
    return before - stream.entries.length;
  }),
  XTRIM: ofStream((stream, [, length = '0'], changed) => {
    const removed = stream.entries.splice(0, Math.max(stream.entries.length - Number(length), 0));
    if (removed.length > 0) changed();
    return removed.length;
  }),
  XRANGE: ofStream((stream, [from = '-', to = '+', , count = '1000000']) => {
    const isBehind = (at: Id): boolean =>
      from === '-' || (from.startsWith('(') ? isAfter(at, parseId(from.slice(1))) : !isAfter(parseId(from), at));
    return stream.entries
      .filter(({ id }) => isBehind(parseId(id)) && (to === '+' || !isAfter(parseId(id), parseId(to))))
      .slice(0, Number(count))
      .map(({ id, fields }) => [id, fields]);
  }),
  XREVRANGE: ofStream((stream) => stream.entries.slice(-1).map(({ id, fields }) => [id, fields])),
};
