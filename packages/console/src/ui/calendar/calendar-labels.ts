/** The labels of a calendar's own buttons. */
export const CALENDAR_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};
/** Mantine shows weekends in red, which means an error in this console. */
export const NO_WEEKEND: [] = [];
