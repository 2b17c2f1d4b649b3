import { createFtpServer } from '@switchboard/connectors/testing/ftp';
import { createStandIn } from '@switchboard/connectors/testing/sftp';

/** The servers to which the accounts upload files; their names are those of the upload and of the connector. */
export type FileServers = Readonly<
  Record<FileServerName, { readonly folder: string; readonly key: Awaited<ReturnType<typeof createStandIn>>['key'] }>
> & { readonly stop: () => void };

export const FILE_SERVERS = ['sftp', 'ftp'] as const;
type FileServerName = (typeof FILE_SERVERS)[number];

/** They outlive the program, as servers of partners do. */
export async function startFileServers(): Promise<FileServers> {
  const sftp = await createStandIn();
  const ftp = await createFtpServer();
  return {
    sftp,
    ftp,
    stop: () => {
      sftp.close();
      ftp.close();
    },
  };
}
