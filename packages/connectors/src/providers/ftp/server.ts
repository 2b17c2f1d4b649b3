import type { FindServer } from '../../remote-files/file-server.ts';
import { ftpDestinationFailure, ftpSourceFailure } from './failures.ts';
import { remoteFiles } from './files.ts';
import { loginOf, originOf } from './login.ts';
import { openSession } from './session.ts';

/** The FTP server that a key leads to. */
export const findServer: FindServer = (request) => {
  const login = loginOf(request.name, request.key);
  return {
    origin: originOf(login),
    open: async (context) => remoteFiles(await openSession(login, context)),
    sourceFailure: (error) => ftpSourceFailure(error, request.name, login),
    destinationFailure: (error) => ftpDestinationFailure(error, request.name, login),
  };
};
