import type { Permission } from '@switchboard/model/permissions';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Prefetch } from '../api/lists/prefetch-list.ts';

/** A screen of an account. Routes, guards, navigation, palette, titles and the e2e list derive from it. */
export type Screen = {
  /** Below /app/{account}/. */
  readonly path: string;
  readonly title: string;
  /** The heading of the page where it is not the title. */
  readonly heading?: string;
  /** Without it the person is redirected to Home. */
  readonly permission: Permission;
  /** The letter that opens the screen after `g`. */
  readonly key?: string;
  /** Its entry in the side navigation, below its group. */
  readonly navigation?: { readonly group: string; readonly icon: Icon; readonly label?: string };
  /** Shown over the whole window, without header and navigation. */
  readonly isFullScreen?: boolean;
  /** Former and shorter paths that redirect here. */
  readonly aliases?: readonly string[];
  readonly load: () => Promise<ComponentType>;
  /** Asks for the screen's first rows while the person is signed in. */
  readonly prefetch?: () => Promise<Prefetch>;
};

/** A screen of administration: behind the sign-in, and outside an account. */
export type AdministrationScreen = Pick<Screen, 'path' | 'title' | 'permission' | 'load'>;

/** A screen outside an account: part of signing in and out. */
export type PublicScreen = Pick<Screen, 'path' | 'title' | 'load' | 'prefetch' | 'isFullScreen'> & {
  /** A step of signing in or out, shown without a header. */
  readonly isStep?: boolean;
};
