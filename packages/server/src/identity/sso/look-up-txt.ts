import { Resolver } from 'node:dns/promises';

/** The TXT records of a name; empty without any. @throws Error when no server answers */
export type LookUpTxt = (name: string) => Promise<readonly string[]>;

const TIMEOUT = 5_000;
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

/** @param servers addresses of DNS servers; none for those of this machine */
export function createTxtLookUp(servers: readonly string[]): LookUpTxt {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return [];
      throw error;
    }
  };
}
