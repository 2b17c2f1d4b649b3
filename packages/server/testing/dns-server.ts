import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** TXT records by name in lower case; null for a name whose questions are never answered. */
export type Zone = Readonly<Record<string, readonly string[] | null>>;

export type DnsServer = {
  /** `address:port`, as a setting has it. */
  readonly address: string;
  /** Names that were asked for. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
};

const TYPE_TXT = 16;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** A DNS server (RFC 1035) that knows the TXT records of a zone; other names do not exist. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const records = zone[name];
    if (records === null) return;
    const answers = type === TYPE_TXT ? (records ?? []) : [];
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(records === undefined ? NO_SUCH_NAME : ANSWER, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    const reply = Buffer.concat([head, question.subarray(12, end), ...answers.map(textRecord)]);
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A record of the name in the question. */
function textRecord(text: string): Buffer {
  const parts = (text.match(/.{1,255}/gs) ?? ['']).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  );
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
