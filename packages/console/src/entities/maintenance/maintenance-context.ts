import { createContext } from 'react';

/** A maintenance window that is open now. */
export type OpenWindow = {
  readonly id: string;
  /** account, download or upload. */
  readonly kind: string;
  /** Null for the account. */
  readonly name: string | null;
  /** ISO 8601. */
  readonly ends: string;
  readonly reason: string;
};

export const NO_WINDOWS: readonly OpenWindow[] = [];

/** The windows that are open now, once they are loaded. */
export const MaintenanceContext = createContext(NO_WINDOWS);
