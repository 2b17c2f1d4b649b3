import { fileServerSource } from '../../remote-files/list-and-fetch.ts';
import { findServer } from './server.ts';

/** Files of a server that speaks FTP. */
export const source = fileServerSource(findServer);
