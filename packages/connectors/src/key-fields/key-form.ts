import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/**
 * Uses a key once, as its form does. Returns false when the key says nothing about where it can be tried.
 * Throws PipelineError when the other side rejects it or cannot be reached.
 */
export type VerifyKey = (key: KeyProperties, type: KeyType, context: ConnectorContext) => Promise<boolean>;
