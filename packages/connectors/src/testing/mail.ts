import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MailFile, MailFiles } from '../spec.ts';

export type MailToHold = Partial<Omit<MailFile, 'bytes' | 'sha256'>> & { readonly content?: string | Buffer };

/** Received mail that holds these files, in memory. */
export function holdMail(files: readonly MailToHold[]): MailFiles {
  const held = files.map(({ content = 'a,b\n1,2\n', ...file }) => ({
    mailId: '0199a5de-0000-7000-8000-000000000001',
    path: 'reports',
    subject: 'Report',
    received: Date.UTC(2026, 2, 4, 8),
    kind: 'attachment' as const,
    name: 'in.csv',
    contentType: 'text/csv',
    ...file,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    read: async () => Readable.from([Buffer.from(content)]),
  }));
  return {
    list: async ({ path, below, since, limit }) =>
      held
        .filter((file) => file.path === path || (below && file.path.startsWith(`${path}/`)))
        .filter(({ received }) => since === null || received >= since)
        .slice(0, limit),
    open: async (mailId, name) => held.find((file) => file.mailId === mailId && file.name === name) ?? null,
  };
}
