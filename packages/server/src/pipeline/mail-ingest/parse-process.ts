/**
 * The program that decodes mails, in the sandbox: one after another from standard input, each as its number of bytes in a line and its
 * bytes. It prints a line end once it runs, and for each mail a `ParseReply` as a line of JSON and the bytes of its files. It reads
 * and writes no file. It ends with its input.
 */
import { type DecodedMail, decodeMail, Undecodable } from './decode-mail.ts';
import { FrameReader } from './frame-reader.ts';
import { JoinedBlob } from './joined-blob.ts';

export type ParseReply =
  | {
      readonly kind: 'parsed';
      readonly mail: Omit<DecodedMail, 'parts'>;
      readonly parts: readonly (Omit<DecodedMail['parts'][number], 'content'> & { readonly bytes: number })[];
    }
  | { readonly kind: 'rejected'; readonly reason: string };

const MAX_LINE = 100;

Object.assign(globalThis, { Blob: JoinedBlob });

async function answer(raw: Buffer): Promise<void> {
  try {
    const { parts, ...mail } = await decodeMail(raw);
    const described = parts.map(({ content, ...part }) => ({ ...part, bytes: content.length }));
    print({ kind: 'parsed', mail, parts: described });
    for (const { content } of parts) process.stdout.write(content);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    print({ kind: 'rejected', reason: error.message });
  }
}

const print = (reply: ParseReply): void => void process.stdout.write(`${JSON.stringify(reply)}\n`);

process.stdout.write('\n');
const input = new FrameReader(process.stdin);
for (let line = await input.line(MAX_LINE); line !== null; line = await input.line(MAX_LINE)) {
  const pieces: Buffer[] = [];
  for await (const piece of input.bytes(Number(line))) pieces.push(piece);
  await answer(Buffer.concat(pieces));
}
