/** A message of the PostgreSQL protocol: its letter, what it holds, and all of its bytes. The first of a client has no letter. */
export type Message = { readonly type: string; readonly body: Buffer; readonly raw: Buffer };

/** Collects messages from chunks. */
export function messageReader(hasStart: boolean, onMessage: (message: Message) => void): (bytes: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let isStart = hasStart;
  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (;;) {
      const head = isStart ? 0 : 1;
      if (pending.length < head + 4) return;
      const end = head + pending.readInt32BE(head);
      if (pending.length < end) return;
      const raw = pending.subarray(0, end);
      pending = pending.subarray(end);
      const type = isStart ? '' : String.fromCharCode(raw[0] ?? 0);
      isStart = false;
      onMessage({ type, body: raw.subarray(head + 4), raw });
    }
  };
}

export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/** A simple query. */
export const queryMessage = (sql: string): Buffer => message('Q', text(sql));

/** The statement of a simple query or of a prepared one; null for another message. */
export function statementOf({ type, body }: Message): string | null {
  if (type === 'Q') return body.toString('utf8', 0, body.length - 1);
  if (type !== 'P') return null;
  const name = body.indexOf(0);
  return body.toString('utf8', name + 1, body.indexOf(0, name + 1));
}

/** An error as the server reports it. */
export const errorMessage = (code: string, words: string): Buffer =>
  message('E', Buffer.concat([text('SERROR'), text('VERROR'), text(`C${code}`), text(`M${words}`), Buffer.from([0])]));

/** The server waits for a statement, outside of a transaction. */
export const readyMessage = (): Buffer => message('Z', Buffer.from('I'));
