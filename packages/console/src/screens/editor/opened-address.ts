import { matchPath } from 'react-router';
import { readState } from '../../lib/address/url-state.ts';
import { EDITOR_PARAMETERS } from './editor-parameters.ts';

/** Version, file and place that an address of the editor opens. */
export type OpenedAddress = {
  /** Id of a version of the script. */
  readonly id: string;
  /** Path of a file; empty when none is opened. */
  readonly path: string;
};

/** @param routePath the path of the file in the address itself, which an older link may have */
export const openedPath = (search: URLSearchParams, routePath: string): string =>
  readState(EDITOR_PARAMETERS, search).file || routePath;

/** Reads an address of the editor; null for any other screen. */
export function openedAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): OpenedAddress | null {
  const { version_id: id, '*': path = '' } =
    matchPath('/app/:account/scripts/editor/:version_id/*', pathname)?.params ?? {};
  return id === undefined ? null : { id, path: openedPath(new URLSearchParams(search), path) };
}
