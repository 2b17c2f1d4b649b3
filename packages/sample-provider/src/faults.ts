import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ReportFile } from './reports.ts';

/** The values of `?fault=`. */
export const FAULTS = [
  '401',
  '404',
  '429',
  '500',
  '503',
  'garbage',
  'half-gzip',
  'wrong-columns',
  'all-dirty',
  'silence',
  'cut',
  'slow',
] as const;
export type FaultName = (typeof FAULTS)[number];

const SLOW_PIECES = 20;
const SLOW_PAUSE_MS = 150;

/** Answers a request for a report in the wrong way that was asked for. */
export function answerWithFault(fault: FaultName, file: ReportFile, reply: FastifyReply): FastifyReply {
  switch (fault) {
    case '401':
    case '404':
    case '500':
      return reply.code(Number(fault)).send({ error: `A fault was asked for: ${fault}.` });
    case '429':
    case '503':
      return reply
        .code(Number(fault))
        .header('retry-after', '1')
        .send({ error: `A fault was asked for: ${fault}.` });
    case 'garbage':
      return send(reply, { ...file, body: garbage(file.filename) });
    case 'half-gzip':
      return send(reply, { ...file, body: file.body.subarray(0, Math.floor(file.body.length / 2)) });
    case 'wrong-columns':
      return send(reply, { ...file, body: Buffer.from(withoutNames(file.body.toString('utf8'), file.filename)) });
    case 'all-dirty':
      return send(reply, {
        ...file,
        body: Buffer.from(file.body.toString('utf8').replaceAll(/(?<=[\n,:])\d[\d.:-]*/g, '"?"')),
      });
    case 'silence':
      reply.hijack();
      return reply;
    case 'cut':
      return inPieces(reply, file, [file.body.subarray(0, Math.floor(file.body.length / 2))], true);
    case 'slow': {
      const size = Math.ceil(file.body.length / SLOW_PIECES);
      const pieces = Array.from({ length: SLOW_PIECES }, (_, index) =>
        file.body.subarray(index * size, (index + 1) * size),
      );
      return inPieces(reply, file, pieces, false);
    }
  }
}

/** Sends a file. */
export function send(reply: FastifyReply, file: ReportFile): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${file.filename}"`).type(file.type).send(file.body);
}

/** Bytes that are no text, no gzip and no JSON, the same for the same name. */
function garbage(name: string): Buffer {
  return Buffer.concat(
    Array.from({ length: 64 }, (_, index) => createHash('sha256').update(`${name}${index}`).digest()),
  );
}

/** The first column, or field, under a name that was not declared. */
const withoutNames = (text: string, filename: string): string =>
  filename.endsWith('.json') ? text.replaceAll(/\{"[^"]+"/g, '{"surprise"') : text.replace(/^[^,\n]+/, 'surprise');

/** Writes to the socket by hand: with the whole length promised, in pieces, and cut at the end if `cut`. */
function inPieces(reply: FastifyReply, file: ReportFile, pieces: readonly Buffer[], cut: boolean): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': file.type,
    'content-length': file.body.length,
    'content-disposition': `attachment; filename="${file.filename}"`,
  });
  const [first, ...others] = pieces;
  const next = (piece: Buffer | undefined, rest: readonly Buffer[]): void => {
    if (raw.destroyed) return;
    if (piece === undefined) {
      if (cut) raw.destroy();
      else raw.end();
      return;
    }
    raw.write(piece, () => {
      const [following, ...remaining] = rest;
      setTimeout(() => next(following, remaining), cut ? 0 : SLOW_PAUSE_MS);
    });
  };
  next(first, others);
  return reply;
}
