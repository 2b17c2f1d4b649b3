import { useMediaQuery } from '@mantine/hooks';
import { CARD_GRID, NARROW_GRID, PHONE_QUERY } from '../theme/metrics.ts';
import type { GridForm } from './types.ts';

/** The form of a grid of this width in pixels: a drawer is narrow in a wide window too. */
export function useGridForm(width: number): GridForm {
  const isPhone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  if (isPhone || width < CARD_GRID) return 'cards';
  return width < NARROW_GRID ? 'narrow' : 'wide';
}
