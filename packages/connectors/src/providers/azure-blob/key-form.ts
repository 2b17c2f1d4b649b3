import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { fieldText } from '../../key-fields/field-text.ts';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import { codeOf, NetworkError } from '../../network/network-error.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { type AzureAccess, accessOf } from './access.ts';
import { AzureFailure, azureSourceFailure } from './azure-failure.ts';
import { callOnce } from './call-azure.ts';
import { addressOf } from './container.ts';

export const keyForm: KeyFormCode = {
  name: 'azure',
  verify,
  problems: {
    AZURE_ACCOUNT_KEY: ['incorrect_account_key', 'account_key'],
    AZURE_SAS_TOKEN: ['sas_token_rejected', 'sas_token'],
    AZURE_ACCOUNT_UNKNOWN: ['unknown_host', 'account_name'],
    ContainerNotFound: ['container_does_not_exist', 'container'],
  },
};

/** Refusals of a good signature: the key may do something else. */
const PERMITTED: ReadonlySet<string> = new Set([
  'AuthorizationPermissionMismatch',
  'AuthorizationResourceTypeMismatch',
]);

/**
 * Lists one blob of the container that the key names, or else one container. A SAS token of a container or blob can only be tried
 * where it is named. Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like.
 */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const access = accessOf(key.name, key);
  const container = fieldText(key, 'container')?.trim();
  const { credential, endpoint } = access;
  if (container === undefined && credential.kind === 'sas' && credential.query.has('sr')) return false;
  const query = { comp: 'list', maxresults: '1' };
  const url =
    container === undefined
      ? new URL(`${endpoint}/?${new URLSearchParams(query).toString()}`)
      : addressOf({ access, name: container }, null, { restype: 'container', ...query });
  const place = container === undefined ? 'the containers of the account' : `the container ${container}`;
  try {
    const answer = await callOnce(access, { method: 'GET', url }, context);
    answer.body.destroy();
    context.onTrial?.({ step: 'listed', place, isAllowed: true });
  } catch (error) {
    if (error instanceof AzureFailure && PERMITTED.has(error.code)) {
      context.onTrial?.({ step: 'listed', place, isAllowed: false });
      return true;
    }
    const addressed = { name: key.name, key: key.name, container: container ?? '' };
    const translated = azureSourceFailure(withCodeOfField(error, access), addressed);
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}

/** A failure with a code for the field of the key that is at fault, where that follows from how the key is entered. */
function withCodeOfField(error: unknown, { credential, account, key }: AzureAccess): unknown {
  if (error instanceof AzureFailure && error.kind === 'login') {
    const isSas = credential.kind === 'sas';
    const code = isSas ? 'AZURE_SAS_TOKEN' : 'AZURE_ACCOUNT_KEY';
    const isKnown = isSas || error.code === 'AuthenticationFailed' || error.code === 'InvalidAuthenticationInfo';
    return isKnown ? new AzureFailure(error.kind, code, error.message, error) : error;
  }
  const isUnknown = error instanceof NetworkError && codeOf(error.cause) === 'ENOTFOUND';
  if (!isUnknown || fieldText(key, 'endpoint') !== undefined) return error;
  return new AzureFailure('missing', 'AZURE_ACCOUNT_UNKNOWN', `there is no storage account ${account}`, {
    host: error.host,
    status: 404,
  });
}
