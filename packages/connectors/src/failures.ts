/**
 * Errors of the network and of object storage, without any library that opens connections: what only translates errors
 * loads this.
 */
export { NetworkError } from './network/network-error.ts';
export { S3Failure, WriteUnknown } from './providers/s3/failures.ts';
