import { list } from '../../lib/address/url-state.ts';

/** The address of the changed results that freezes hold, of one upload or of all. */
export function heldPath(urlName: string, uploadName?: string): string {
  const names = uploadName === undefined ? null : list.write([uploadName]);
  const query = new URLSearchParams({ state: 'held', ...(names === null ? {} : { uploadName: names }) });
  return `/app/${urlName}/uploads/restatements?${query.toString()}`;
}
