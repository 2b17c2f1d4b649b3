import type { FindServer } from '../../remote-files/file-server.ts';
import { sftpDestinationFailure, sftpSourceFailure } from './failures.ts';
import { remoteFiles } from './files.ts';
import { loginOf } from './login.ts';
import { openSession } from './session.ts';

/** The SFTP server that a key leads to. */
export const findServer: FindServer = (request) => {
  const login = loginOf(request.name, request.key);
  return {
    origin: `sftp://${login.host}`,
    open: async (context) => remoteFiles(await openSession(login, context)),
    sourceFailure: (error) => sftpSourceFailure(error, request, login),
    destinationFailure: (error) => sftpDestinationFailure(error, request, login),
  };
};
