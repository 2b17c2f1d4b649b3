import type { OAuthClients } from '@switchboard/connectors';
import { OAUTH_CLIENT_NAMES } from '@switchboard/model/key-types/oauth-providers';
import { z } from 'zod';
import { origin } from './setting-schemas.ts';

const CLIENT_INCOMPLETE = 'must give each provider a client_id and a client_secret';
const clientText = z.string(CLIENT_INCOMPLETE).min(1, CLIENT_INCOMPLETE).max(500, CLIENT_INCOMPLETE);
/** OAuth clients by provider, as JSON. */
export const oauthClients = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.partialRecord(
      z.enum(OAUTH_CLIENT_NAMES),
      z.strictObject(
        {
          client_id: clientText,
          client_secret: clientText,
          origin: origin.optional(),
        },
        CLIENT_INCOMPLETE,
      ),
      `may only name ${OAUTH_CLIENT_NAMES.join(', ')}`,
    ),
  )
  .refine(({ sample }) => sample === undefined || sample.origin !== undefined, 'must give sample an origin');

export function clientsOf(given: z.output<typeof oauthClients>): OAuthClients {
  return new Map(
    Object.entries(given).map(([provider, { client_id: id, client_secret: secret, origin: where }]) => [
      provider,
      { id, secret, origin: where === undefined ? null : new URL(where).origin },
    ]),
  );
}
