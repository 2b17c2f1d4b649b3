/** Sizes in CSS pixels that code needs as numbers. Sizes that only style sheets need are in tokens.css. */
export const ROW_HEIGHT = 44;
export const TALL_ROW_HEIGHT = 92;
export const HEADER_ROW_HEIGHT = 34;
/** Infinite scrolling fetches the next page within this distance of the end. */
export const FETCH_DISTANCE = 100;
/** Beyond this a list counts as scrolled, and new rows do not move its rows. */
export const SCROLLED_DISTANCE = 8;
export const SCROLL_TOP_DISTANCE = 600;
export const COLUMN_WIDTHS = {
  expander: 36,
  menu: 44,
  project: 92,
  small: 100,
  date: 108,
  status: 112,
  medium: 134,
  name: 136,
  text: 110,
  wide: 170,
  outcome: 210,
  minimum: 64,
  maximum: 900,
  step: 16,
} as const;
export const ICON_SIZE = 16;
export const SMALL_ICON_SIZE = 14;
export const DRAWER_SIZE = 920;
export const TOAST_WIDTH = 360;
/** Below this width progress is a small spinner instead of a bar. */
export const LINEAR_PROGRESS_QUERY = '(min-width: 800px)';
/** Below this width a grid shows only its essential columns, fitted to the screen. */
export const PHONE_QUERY = '(max-width: 40em)';
/** Below this width the side navigation collapses by itself. */
export const SMALL_SCREEN_QUERY = '(max-width: 1279px)';
