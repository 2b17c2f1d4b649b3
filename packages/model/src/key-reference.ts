/** A key that a key service holds and never hands out: it wraps other keys there. */
export type KeyReference =
  | { readonly kind: 'aws-kms'; readonly text: string; readonly arn: string; readonly region: string }
  /** `name` is the resource name of a crypto key. */
  | { readonly kind: 'gcp-kms'; readonly text: string; readonly name: string }
  /** `version` is null for the newest one. */
  | {
      readonly kind: 'azure-kv';
      readonly text: string;
      readonly origin: string;
      readonly name: string;
      readonly version: string | null;
    }
  /** `mount` is the path of a transit engine. */
  | { readonly kind: 'vault'; readonly text: string; readonly mount: string; readonly name: string };

export type KeyServiceKind = KeyReference['kind'];

const AWS = /^aws-kms:(arn:aws[a-z-]*:kms:([a-z\d-]+):\d{12}:(?:key|alias)\/[\w/-]{1,256})$/;
const GCP =
  /^gcp-kms:(projects\/[\w.:-]{1,100}\/locations\/[a-z\d-]{1,60}\/keyRings\/[\w-]{1,63}\/cryptoKeys\/[\w-]{1,63})$/;
const AZURE = /^azure-kv:(https?:\/\/[a-z\d.-]{1,250}(?::\d{1,5})?)\/keys\/([a-z\d-]{1,127})(?:\/([a-f\d]{32}))?$/i;
const VAULT = /^vault:([\w-]+(?:\/[\w-]+){0,10})\/keys\/([\w.-]{1,128})$/;

/** The reference that a text is; null for none. */
export function parseKeyReference(text: string): KeyReference | null {
  const [, arn, region] = AWS.exec(text) ?? [];
  if (arn !== undefined && region !== undefined) return { kind: 'aws-kms', text, arn, region };
  const [, name] = GCP.exec(text) ?? [];
  if (name !== undefined) return { kind: 'gcp-kms', text, name };
  const [, origin, key, version = null] = AZURE.exec(text) ?? [];
  if (origin !== undefined && key !== undefined)
    return { kind: 'azure-kv', text, origin: origin.toLowerCase(), name: key, version };
  const [, mount, transit] = VAULT.exec(text) ?? [];
  return mount === undefined || transit === undefined ? null : { kind: 'vault', text, mount, name: transit };
}
