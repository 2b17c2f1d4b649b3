import { DATABASE_KEY_TYPES } from './databases.ts';
import { FILE_TRANSFER_KEY_TYPES } from './file-transfer.ts';
import { GOOGLE_CLOUD_KEY_TYPES } from './google-cloud.ts';
import { HTTP_KEY_TYPES } from './http.ts';
import type { KeyForm, KeyType, KeyValues } from './key-type.ts';
import type { KeyOAuth } from './oauth-providers.ts';
import { OBJECT_STORAGE_KEY_TYPES } from './object-storage.ts';
import { ADVERTISING_A_TO_M } from './providers/advertising-a-to-m.ts';
import { ADVERTISING_N_TO_Z } from './providers/advertising-n-to-z.ts';
import { AFFILIATE_KEY_TYPES } from './providers/affiliate-networks.ts';
import { ANALYTICS_KEY_TYPES } from './providers/analytics.ts';
import { CRM_KEY_TYPES } from './providers/crm.ts';
import { DATA_KEY_TYPES } from './providers/data-providers.ts';
import { DEVELOPER_KEY_TYPES } from './providers/developer-tools.ts';
import { E_COMMERCE_KEY_TYPES } from './providers/e-commerce.ts';
import { FINANCE_KEY_TYPES } from './providers/finance.ts';
import { MESSAGING_KEY_TYPES } from './providers/messaging.ts';
import { MOBILE_KEY_TYPES } from './providers/mobile.ts';
import { SOCIAL_KEY_TYPES } from './providers/social.ts';
import { SUPPORT_KEY_TYPES } from './providers/support.ts';
import { WORK_KEY_TYPES } from './providers/work-management.ts';
import { withTestPlaces } from './test-places.ts';
import { WAREHOUSE_KEY_TYPES } from './warehouses.ts';

/** Every key type, by category. Those that fit any provider come first. */
export const KEY_TYPES: readonly KeyType[] = [
  ...HTTP_KEY_TYPES,
  ...DATABASE_KEY_TYPES,
  ...WAREHOUSE_KEY_TYPES,
  ...OBJECT_STORAGE_KEY_TYPES,
  ...GOOGLE_CLOUD_KEY_TYPES,
  ...FILE_TRANSFER_KEY_TYPES,
  ...ADVERTISING_A_TO_M,
  ...ADVERTISING_N_TO_Z,
  ...AFFILIATE_KEY_TYPES,
  ...ANALYTICS_KEY_TYPES,
  ...CRM_KEY_TYPES,
  ...DATA_KEY_TYPES,
  ...DEVELOPER_KEY_TYPES,
  ...E_COMMERCE_KEY_TYPES,
  ...MESSAGING_KEY_TYPES,
  ...FINANCE_KEY_TYPES,
  ...MOBILE_KEY_TYPES,
  ...SOCIAL_KEY_TYPES,
  ...SUPPORT_KEY_TYPES,
  ...WORK_KEY_TYPES,
].map(withTestPlaces);

const BY_NAME: ReadonlyMap<string, KeyType> = new Map(KEY_TYPES.map((type) => [type.name, type]));

/** The key type of a name; undefined for an unknown one. */
export const findKeyType = (name: string): KeyType | undefined => BY_NAME.get(name);

/** Returns the OAuth settings of a key type; undefined for a type whose keys are entered. */
export const oauthOf = (type: KeyType): KeyOAuth | undefined => (type.form === 'http' ? type.oauth : undefined);

/** Names of the key types of a form, for a connector that takes any of them. */
export const keyTypesOfForm = (form: KeyForm): readonly string[] =>
  KEY_TYPES.filter((type) => type.form === form).map(({ name }) => name);

/** Names of the fields whose values no message may hold. */
export const secretFieldsOf = (type: KeyType): readonly string[] =>
  type.fields.filter(({ secret }) => secret).map(({ name }) => name);

/** Stored properties under the present names of their fields. */
export function withPresentNames<Values extends KeyValues>(type: KeyType, values: Values): Values {
  const present = new Map(
    type.fields.flatMap(({ name, formerNames = [] }) => formerNames.map((former) => [former, name])),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [present.get(name) ?? name, value]),
  ) as Values;
}
