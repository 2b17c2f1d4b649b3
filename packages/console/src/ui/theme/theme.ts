import { createTheme } from '@mantine/core';
import { DROPDOWN_TRANSITION, TIP_WIDTH } from './metrics.ts';

/** Overlays do not lock the page's scrolling: the page itself never scrolls, and locking would inject a style tag. */
const OVERLAY = { lockScroll: false, overlayProps: { color: 'var(--overlay)', backgroundOpacity: 1 } } as const;

/**
 * Mantine's settings. Colours come from mantine.css through CSS variables, never from here. Components are named, not
 * imported: importing them all would put dialogs and drawers into the first load.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { variant: 'default' },
      vars: (_theme: unknown, { variant, color }: { readonly variant?: string; readonly color?: string }) => ({
        root: {
          '--button-height': 'var(--control)',
          '--button-padding-x': 'var(--space-3)',
          '--button-fz': 'var(--text-body)',
          // Mantine writes white on every filled button; our dark scheme fills with light colours.
          ...(variant === 'filled' && { '--button-color': color === 'red' ? 'var(--on-error)' : 'var(--on-accent)' }),
        },
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': 'var(--touch)' } }),
    },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-height': 'var(--control)',
          '--input-height-sm': 'var(--control)',
          '--input-fz': 'var(--text-body)',
        },
      }),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'sm' } },
    Kbd: { defaultProps: { size: 'xs' } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: DROPDOWN_TRANSITION },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: DROPDOWN_TRANSITION } } },
    Tooltip: { defaultProps: { openDelay: 350, multiline: true, maw: TIP_WIDTH } },
    Modal: { defaultProps: { ...OVERLAY, centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { ...OVERLAY, position: 'right' } },
  },
});
