import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate, type TestCertificate } from './certificates.ts';
import type { EncryptedServer } from './encrypted-server.ts';
import { startMariadb } from './mysql.ts';

/** A MariaDB of its own that accepts only encrypted connections. */
export async function startEncryptedMariadb(clientAuthority: TestCertificate): Promise<EncryptedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-tls-'));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const show = ({ certificate, privateKey }: TestCertificate): readonly string[] => [
    `--ssl-cert=${write('certificate', certificate)}`,
    `--ssl-key=${write('key', privateKey)}`,
  ];
  const server = await startMariadb([
    ...show(makeCertificate({ name: 'first' })),
    `--ssl-ca=${write('client-authority', clientAuthority.certificate)}`,
    '--require-secure-transport=on',
  ]);
  return {
    present: async (certificate) => {
      show(certificate);
      await server.run('flush ssl');
      return server.key;
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
