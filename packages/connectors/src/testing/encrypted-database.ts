import type { KeyProperties } from '../spec.ts';
import type { TestCertificate } from './certificates.ts';
import { startEncryptedMariadb } from './encrypted-mariadb.ts';
import { startEncryptedPostgres } from './encrypted-postgres.ts';
import type { EncryptedServer } from './encrypted-server.ts';
import { startMssqlStandIn } from './mssql/stand-in.ts';
import { isMariadb } from './mysql.ts';
import { startTlsFront } from './tls-front.ts';

export type EncryptedDialect = 'postgresql' | 'mysql' | 'mssql';

/** Whether the run asks for a PostgreSQL that speaks TLS itself. */
export const isPostgresEncrypted = process.env['POSTGRES_SERVER'] === 'encrypted';

/** Whether the TLS of a dialect is that of a real server, which also verifies certificates of clients. */
export const isTlsReal = (dialect: EncryptedDialect): boolean =>
  (dialect === 'postgresql' && isPostgresEncrypted) || (dialect === 'mysql' && isMariadb);

/**
 * A server of this dialect: one that speaks TLS itself, where the run asks for it, or ours in front of a server without.
 * @param clientAuthority that clients' certificates are verified with
 * @param plain a key of a server without TLS
 */
export async function startEncryptedDatabase(
  dialect: EncryptedDialect,
  clientAuthority: TestCertificate,
  plain: KeyProperties,
): Promise<EncryptedServer> {
  if (isTlsReal(dialect))
    return dialect === 'mysql' ? startEncryptedMariadb(clientAuthority) : startEncryptedPostgres(clientAuthority);
  const open: { close(): void }[] = [];
  return {
    present: async (certificate) => {
      if (dialect === 'mssql') {
        const standIn = await startMssqlStandIn({ certificate });
        open.push(standIn);
        return standIn.key;
      }
      const front = await startTlsFront({ protocol: dialect, port: Number(plain.properties['port']), certificate });
      open.push(front);
      return { ...plain, properties: { ...plain.properties, port: front.port } };
    },
    close: async () => {
      for (const server of open) server.close();
    },
  };
}
