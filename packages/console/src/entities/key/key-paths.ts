import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

export type KeyPaths = {
  readonly list: string;
  readonly details: (name: string) => string;
  readonly edit: (name: string) => string;
  readonly add: (type: string) => string;
  /** The list of downloads or uploads, with those of one name. */
  readonly users: (kind: 'download' | 'upload', name: string) => string;
};

/** The addresses of the screens of keys, and of what uses a key. */
export function useKeyPaths(): KeyPaths {
  const { urlName } = useSession().account;
  return useMemo(() => {
    const base = `/app/${urlName}`;
    const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
    return {
      list: `${base}/keys`,
      details: (keyName) => `${base}/keys/details?${query({ keyName })}`,
      edit: (keyName) => `${base}/keys/edit-key?${query({ keyName })}`,
      add: (keyType) => `${base}/keys/add-key?${query({ keyType })}`,
      users: (kind, name) =>
        kind === 'download'
          ? `${base}/downloads/list?${query({ downloadNames: name })}`
          : `${base}/uploads/list?${query({ uploadName: name })}`,
    };
  }, [urlName]);
}
