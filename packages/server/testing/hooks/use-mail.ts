import { createLocalStore, type FileStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { SILENT_LOG } from '../../src/observe/silent-log.ts';
import {
  type ListenerOptions,
  type MailListener,
  startMailListener,
} from '../../src/pipeline/mail-ingest/smtp-listener.ts';
import { INGEST_DOMAIN } from '../mail.ts';
import type { WithDatabase } from './use-account.ts';
import { useStarted } from './use-started.ts';

export type UsedListener = MailListener & { readonly store: FileStore };

/** A mail listener on a port and a store of its own. */
export function useMailListener(of: WithDatabase, more: Partial<ListenerOptions> = {}): UsedListener {
  const folder = useFolder('mail');
  return useStarted(async () => {
    const store = more.store ?? createLocalStore(`${folder}/files`);
    const listener = await startMailListener({
      database: of.database,
      store,
      fault: noFault,
      now: Date.now,
      host: '127.0.0.1',
      port: 0,
      domain: INGEST_DOMAIN,
      maxBytes: 1_000_000,
      tls: null,
      dnsServers: null,
      scratch: `${folder}/scratch`,
      log: SILENT_LOG,
      ...more,
    });
    return { ...listener, store };
  });
}
