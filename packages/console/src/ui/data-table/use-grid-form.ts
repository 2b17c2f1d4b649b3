import { useMediaQuery } from '@mantine/hooks';
import { NARROW_QUERY, PHONE_QUERY } from '../theme/metrics.ts';
import type { GridForm } from './types.ts';

/** The form of grids in a window of this width. */
export function useGridForm(): GridForm {
  const isPhone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  return isPhone ? 'cards' : isNarrow ? 'narrow' : 'wide';
}
