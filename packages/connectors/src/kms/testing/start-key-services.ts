import { writeFileSync } from 'node:fs';
import type { KeyServiceKind } from '@switchboard/model/key-reference';
import { startGoogleStandIn } from '../../testing/google/stand-in.ts';
import type { KmsCredentials } from '../key-wrapping.ts';
import { AWS_ACCOUNT, awsApi } from './aws-api.ts';
import { AZURE_APPLICATION, AZURE_KEY, azureApi } from './azure-api.ts';
import { googleKeyApi } from './google-api.ts';
import { createSealingKeys } from './sealing-keys.ts';
import { serveKeyServices } from './serve-key-services.ts';
import { VAULT_TOKEN, vaultApi } from './vault-api.ts';

const AWS_KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const GOOGLE_KEY = 'projects/acme/locations/europe-west1/keyRings/switchboard/cryptoKeys/wrapping';
const VAULT_KEY = 'wrapping';

export type KeyServices = Awaited<ReturnType<typeof startKeyServices>>;

/** Stand-ins of the four key services on this machine, one key each. They verify what authorizes a request. */
export async function startKeyServices() {
  const keys = createSealingKeys(AWS_KEY, GOOGLE_KEY, VAULT_KEY, AZURE_KEY);
  let isAway = false;
  let busyAnswers = 0;
  let origin = '';
  let requests = 0;
  const failure = (): 'away' | 'busy' | null => {
    requests += 1;
    if (isAway) return 'away';
    busyAnswers -= 1;
    return busyAnswers >= 0 ? 'busy' : null;
  };
  const apis = [
    awsApi(keys, Date.now),
    azureApi(
      () => origin,
      () => keys.isDisabled(AZURE_KEY),
    ),
    vaultApi(keys),
  ];
  const server = await serveKeyServices(apis, failure);
  origin = server.origin;
  const google = await startGoogleStandIn(googleKeyApi(keys));
  google.clock.now = Date.now();
  const serviceAccount = String(google.tokens.key().properties['service_account_json']);
  const deniedAccount = String(
    google.tokens.key({ client_email: 'denied@acme.example' }).properties['service_account_json'],
  );

  const credentials = {
    'aws-kms': { kind: 'aws-kms', ...AWS_ACCOUNT, endpoint: origin },
    'gcp-kms': { kind: 'gcp-kms', serviceAccount },
    'azure-kv': { kind: 'azure-kv', ...AZURE_APPLICATION, authority: origin },
    vault: { kind: 'vault', address: origin, token: VAULT_TOKEN },
  } as const satisfies Record<KeyServiceKind, KmsCredentials>;
  const denied = {
    'aws-kms': { ...credentials['aws-kms'], secretAccessKey: 'another-secret-of-aws' },
    'gcp-kms': { kind: 'gcp-kms', serviceAccount: deniedAccount },
    'azure-kv': { ...credentials['azure-kv'], clientSecret: 'another~secret~of~azure' },
    vault: { ...credentials.vault, token: 'hvs.another-token' },
  } as const satisfies Record<KeyServiceKind, KmsCredentials>;
  const names = { 'aws-kms': AWS_KEY, 'gcp-kms': GOOGLE_KEY, 'azure-kv': AZURE_KEY, vault: VAULT_KEY } as const;
  return {
    origin,
    references: {
      'aws-kms': `aws-kms:${AWS_KEY}`,
      'gcp-kms': `gcp-kms:${GOOGLE_KEY}`,
      'azure-kv': `azure-kv:${origin}/keys/${AZURE_KEY}`,
      vault: `vault:transit/keys/${VAULT_KEY}`,
    } as const satisfies Record<KeyServiceKind, string>,
    credentials,
    /** Credentials that the services refuse. */
    denied,
    /**
     * The settings of an installation that uses them.
     * @param serviceAccountPath where the file of the service account is written
     */
    settings(serviceAccountPath: string): Readonly<Record<string, string>> {
      writeFileSync(serviceAccountPath, serviceAccount);
      return {
        KMS_AWS_ACCESS_KEY: `${AWS_ACCOUNT.accessKeyId}:${AWS_ACCOUNT.secretAccessKey}`,
        AWS_ENDPOINT_URL_KMS: origin,
        GOOGLE_APPLICATION_CREDENTIALS: serviceAccountPath,
        AZURE_TENANT_ID: AZURE_APPLICATION.tenantId,
        AZURE_CLIENT_ID: AZURE_APPLICATION.clientId,
        AZURE_CLIENT_SECRET: AZURE_APPLICATION.clientSecret,
        AZURE_AUTHORITY_HOST: origin,
        VAULT_ADDR: origin,
        VAULT_TOKEN,
      };
    },
    disable: (kind: KeyServiceKind): void => keys.disable(names[kind]),
    enable: (kind: KeyServiceKind): void => keys.enable(names[kind]),
    /** Closes each connection without an answer while it is away. */
    setAway(away: boolean): void {
      isAway = away;
      google.plant(...(away ? [{ request: /./, times: Infinity, kind: 'cut-before' } as const] : []));
    },
    /** Answers the next requests with 503. */
    beBusy(answers: number): void {
      busyAnswers = answers;
      google.plant({ request: /:(?:en|de)crypt/, times: answers, kind: { status: 503, reason: 'backendError' } });
    },
    /** Requests that it got, those that failed included. */
    requests: (): number => requests + google.asked().length,
    close: async (): Promise<void> => {
      server.close();
      await google.close();
    },
  };
}
