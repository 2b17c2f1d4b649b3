import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { rememberSecret } from '../../secrets.ts';
import type { KeyProperties } from '../../spec.ts';

/** How requests are authorized: signed with the account key, or with a shared access signature in their query. */
export type AzureCredential =
  | { readonly kind: 'account-key'; readonly accountKey: string }
  | { readonly kind: 'sas'; readonly query: URLSearchParams };

/** Where a storage account is, and who asks. */
export type AzureAccess = {
  readonly key: KeyProperties;
  readonly account: string;
  /** Address of the Blob service, without a slash at its end. */
  readonly endpoint: string;
  readonly credential: AzureCredential;
  /** How far the clock of the service is ahead of ours, in milliseconds, once a refusal has shown it. */
  readonly clock: { ahead: number };
};

/** The access in a key of type `azure_storage`. Throws KEY_MISSING or PARAMETER_INVALID. */
export function accessOf(name: string, key: KeyProperties | null): AzureAccess {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'azure_storage' });
  const required = (field: string): string => {
    const value = fieldText(key, field)?.trim();
    if (value === undefined)
      throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: field, reason: 'is missing' });
    return value;
  };
  const account = required('account_name');
  const endpoint = fieldText(key, 'endpoint')?.trim();
  return {
    key,
    account,
    endpoint: (endpoint ?? `https://${account}.blob.core.windows.net`).replace(/\/$/, ''),
    credential:
      fieldText(key, 'auth_type') === 'sas_token'
        ? { kind: 'sas', query: readToken(required('sas_token'), key) }
        : { kind: 'account-key', accountKey: required('account_key') },
    clock: { ahead: 0 },
  };
}

/** The query of a SAS token. Its signature is what a message may not hold in any form. */
function readToken(token: string, key: KeyProperties): URLSearchParams {
  const text = token.replace(/^\?/, '');
  const query = new URLSearchParams(text);
  for (const secret of [text, query.get('sig') ?? '']) if (secret !== '') rememberSecret(key, secret);
  return query;
}
