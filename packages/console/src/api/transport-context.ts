import { createContext, useContext } from 'react';
import type { Transport } from './http.ts';

export const TransportContext = createContext<Transport | null>(null);

/** Sends REST requests of the current account. */
export function useTransport(): Transport {
  const transport = useContext(TransportContext);
  if (transport === null) throw new Error('useTransport requires an account.');
  return transport;
}
