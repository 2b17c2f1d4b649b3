import {
  ActionIcon,
  Button,
  Checkbox,
  createTheme,
  Drawer,
  Input,
  Kbd,
  Menu,
  Modal,
  Popover,
  Tooltip,
} from '@mantine/core';
import { DRAWER_SIZE } from './metrics.ts';

/** Overlays do not lock the page's scrolling: the page itself never scrolls, and locking would inject a style tag. */
const OVERLAY = { lockScroll: false, overlayProps: { color: 'var(--overlay)', backgroundOpacity: 1 } } as const;

/** Mantine's settings. Colours come from mantine.css through CSS variables, never from here. */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'default' },
      vars: () => ({
        root: {
          '--button-height': 'var(--control)',
          '--button-padding-x': 'var(--space-3)',
          '--button-fz': 'var(--text-body)',
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': 'var(--touch)' } }),
    }),
    Input: Input.extend({
      vars: () => ({
        wrapper: {
          '--input-height': 'var(--control)',
          '--input-height-sm': 'var(--control)',
          '--input-fz': 'var(--text-body)',
        },
      }),
    }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 'sm' } }),
    Kbd: Kbd.extend({ defaultProps: { size: 'xs' } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, multiline: true, maw: DRAWER_SIZE / 2 } }),
    Modal: Modal.extend({ defaultProps: { ...OVERLAY, centered: true } }),
    Drawer: Drawer.extend({ defaultProps: { ...OVERLAY, position: 'right', size: DRAWER_SIZE } }),
  },
});
