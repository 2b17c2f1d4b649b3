import type { KeyValues } from '@switchboard/model/key-types/key-type';
import type { Secrets } from '../vault.ts';

/** The content of a key, apart by what is sealed. */
export type KeyContent = { readonly properties: KeyValues; readonly secrets: Secrets };

/** When something of a key ends, and what: the label of its field. */
export type Expiry = { readonly at: Date; readonly of: string };
