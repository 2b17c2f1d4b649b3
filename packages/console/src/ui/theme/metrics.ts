/** Sizes in CSS pixels that code needs as numbers. Sizes that only style sheets need are in tokens.css. */
export const ROW_HEIGHT = 44;
/** A line of a tree of files. */
export const TREE_LINE_HEIGHT = 26;
/** A row with a line below its status. */
export const TWO_LINE_ROW_HEIGHT = 60;
export const TALL_ROW_HEIGHT = 92;
/** A row on a phone: title, status, details. */
export const CARD_HEIGHT = 92;
export const HEADER_ROW_HEIGHT = 34;
/** A chart below another; a narrow window has its name above it. */
export const CHART_ROW_HEIGHT = 88;
/** Infinite scrolling fetches the next page within this distance of the end; once scrolled, a whole view before it. */
export const FETCH_DISTANCE = 100;
/** Beyond this a list counts as scrolled, and new rows do not move its rows. */
export const SCROLLED_DISTANCE = 8;
export const SCROLL_TOP_DISTANCE = 600;
export const COLUMN_WIDTHS = {
  check: 36,
  expander: 36,
  menu: 44,
  project: 100,
  small: 100,
  date: 108,
  status: 112,
  medium: 134,
  name: 136,
  text: 100,
  wide: 170,
  outcome: 170,
  minimum: 64,
  maximum: 900,
  step: 16,
} as const;
/** Widths of columns by id, in a table inside a drawer: six fit into one of the usual width. */
export const NESTED_WIDTHS = {
  report_datetime: 98,
  created: 84,
  started: 84,
  finished: 84,
  description: 156,
  name: 132,
  destination: 112,
  status: 208,
  result: 88,
} as const;
export const ICON_SIZE = 16;
export const SMALL_ICON_SIZE = 14;
/** Widths of the drawer beside a list. */
export const DRAWER_WIDTH = { initial: 760, minimum: 400, maximum: 1400, step: 16 } as const;
/** Width of a tooltip. */
export const TIP_WIDTH = 460;
export const TOAST_WIDTH = 360;
/** Milliseconds in which a menu opens and closes. */
export const DROPDOWN_TRANSITION = 350;
/** Below this width progress is a small spinner instead of a bar. */
export const LINEAR_PROGRESS_QUERY = '(min-width: 800px)';
/** A window of a phone: the rows of grids are cards. */
export const PHONE_QUERY = '(max-width: 40em)';
/** A grid that is narrower folds its details below the title column. */
export const NARROW_GRID = 1000;
/** The rows of a grid that is narrower are cards. */
export const CARD_GRID = 480;
/** Below this width the side navigation collapses by itself. */
export const SMALL_SCREEN_QUERY = '(max-width: 1279px)';
/** The button that submits a form, of something that is made and of something that is changed. */
export const SUBMIT_WIDTH = 224;
export const EDIT_SUBMIT_WIDTH = 306;
export const TYPE_PICKER_WIDTH = 500;
