import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@switchboard/connectors/testing/database';
import { createFtpServer } from '@switchboard/connectors/testing/ftp';
import { createStandIn } from '@switchboard/connectors/testing/sftp';
import { expect } from 'vitest';
import type { CaseServer } from './case.ts';

/** A table whose columns hold one decimal digit, and no time of the day. */
export async function startNarrowTable(): Promise<CaseServer> {
  const database = await createTestDatabase();
  await database.rows('create schema t');
  await database.rows('create table t.narrow (amt numeric(4,1), at date)');
  return {
    key: { type: 'sql', ...database.key.properties },
    judge: async () => expect(await database.rows('select * from t.narrow')).toEqual([]),
    close: () => database.close(),
  };
}

/** A report, and a link to a file that is gone. */
export async function startFtpWithDanglingLink(): Promise<CaseServer> {
  const { key, folder, close } = await createFtpServer();
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'in', 'r-2026-11-26.csv'), 'campaign,clicks\nA,5\n');
  symlinkSync('gone.csv', join(folder, 'in', 'dangling-2026-11-26.csv'));
  return { key: { type: 'ftp', ...key.properties }, close };
}

/** A server whose host key signs with SHA-1 alone, and a key with a password. */
export async function startOldSsh(): Promise<CaseServer> {
  const { key, close } = await createStandIn({ isSha1Only: true });
  return { key: { type: 'sftp', ...key.properties }, close };
}

/** A report, a link to it, and two files that are still being transferred. */
export async function startSftpInTransfer(): Promise<CaseServer> {
  const { key, folder, close } = await createStandIn();
  const report = 'r-2026-11-26.csv';
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'in', report), 'campaign,clicks\nA,5\n');
  writeFileSync(join(folder, 'in', `${report}.tmp`), 'campaign,clicks\nA,');
  writeFileSync(join(folder, 'in', `${report}.filepart`), 'campaign,clicks\nP');
  symlinkSync(report, join(folder, 'in', 'link-2026-11-26.csv'));
  return { key: { type: 'sftp', ...key.properties }, close };
}
