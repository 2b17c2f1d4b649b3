import { readLocal, writeLocal } from '../../lib/local-storage.ts';

const KEY = 'switchboard.connection';
const NAME = /^[\w.-]{1,100}$/;

/**
 * The connection by which the identity provider is asked to sign people in: `connection` of an address chooses it in this browser, and `none`
 * clears the choice. Undefined without one: the provider asks.
 * @param search query of the address that the console is opened at
 */
export function chosenConnection(search: string): string | undefined {
  const asked = new URLSearchParams(search).get('connection');
  if (asked === 'none' || (asked !== null && NAME.test(asked))) writeLocal(KEY, asked);
  const kept = readLocal(KEY);
  return typeof kept === 'string' && kept !== 'none' && NAME.test(kept) ? kept : undefined;
}
