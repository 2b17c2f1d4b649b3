import type { OAuthStyle } from '@switchboard/model/key-types/oauth-providers';
import {
  type Icon,
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandYoutube,
  IconPlugConnected,
} from '@tabler/icons-react';
import type { SubmitStyle } from '../../ui/form/spec-form.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './connect.module.css';

const ICONS: Readonly<Record<OAuthStyle, Icon>> = {
  generic: IconPlugConnected,
  facebook: IconBrandFacebook,
  google: IconBrandGoogle,
  youtube: IconBrandYoutube,
};

/** The style of the button that connects an account. */
export function connectStyle(style: OAuthStyle): SubmitStyle {
  const Logo = ICONS[style];
  // A generic button is one of our own, without a class.
  return { className: styles[style] ?? '', leftSection: <Logo size={ICON_SIZE} aria-hidden="true" /> };
}
