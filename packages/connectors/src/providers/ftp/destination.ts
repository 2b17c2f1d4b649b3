import { fileServerDestination } from '../../remote-files/deliver-file.ts';
import { connector } from './connector.ts';
import { findServer } from './server.ts';

/** Files of a server that speaks FTP. */
export const destination = fileServerDestination(connector, findServer);
