import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Diagnostics of style, unused declarations and preview features: SBS5xxx and SBS9xxx. */
export const STYLE_DIAGNOSTICS = {
  SBS5001: {
    severity: 'warning',
    text: 'Download {name} reaches no upload. Use it in a table that is uploaded, or remove it.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; };',
    right:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; }; upload d to { type: "disk"; path: "d.csv"; };',
  },
  SBS5002: {
    severity: 'warning',
    text: 'Table {name} reaches no upload. Upload it, or remove it.',
    wrong: 'table t is select site from ads;',
    right: 'table t is select site from ads; upload t to { type: "disk"; path: "t.csv"; };',
  },
  SBS5003: {
    severity: 'warning',
    text: 'Column {name} of {table} is never used. Use it, or remove it.',
    wrong:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; b: string; }; table t is select a from d;',
    right:
      'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; b: string; }; table t is select a, b from d;',
  },
  SBS5004: {
    severity: 'warning',
    text: 'Keyword {word} is not in lower case. Write {lower}.',
    wrong: 'table t is SELECT site from ads;',
    right: 'table t is select site from ads;',
  },
  SBS5005: {
    severity: 'warning',
    text: 'Column {name} is listed twice. Remove one.',
    wrong: 'table t is select site, site, sum(clicks) as n from ads;',
    right: 'table t is select site, sum(clicks) as n from ads;',
  },
  SBS5006: {
    severity: 'info',
    text: 'Grouped by {keys}.',
    wrong: 'table t is select site, sum(clicks) as n from ads;',
    right: 'table t is select sum(clicks) as n from ads;',
  },
  SBS9001: {
    severity: 'beta',
    text: 'Window functions are a preview feature and may change. Check the results with a test run.',
    wrong: 'table t is select row_number() over (order by site) as n from ads;',
    right: 'table t is select count() as n from ads;',
  },
  SBS9002: {
    severity: 'beta',
    text: '{form} is a preview feature and may change. Check the results with a test run.',
    wrong: 'table t is unpivot ads on m_one, m_two into name, value;',
    right: 'table t is select m_one, m_two from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const STYLE_EXPLANATIONS: Readonly<Record<keyof typeof STYLE_DIAGNOSTICS, string>> = {
  SBS5001:
    'A download that no upload needs still costs time and requests. Tables that a broken declaration mentions count as needed.',
  SBS5002: 'A table that no upload needs is never built.',
  SBS5003:
    'No query reads the column. Files with fewer columns load faster. If an error hides which columns a query uses, all columns of its tables count as used.',
  SBS5004: 'Keywords work in any case and are written in lower case.',
  SBS5005: 'A key that is listed twice is kept once.',
  SBS5006: 'The select has aggregates, so the other items are its keys.',
  SBS9001: 'Functions with over (…) work. Their syntax may still change.',
  SBS9002: 'The query form works. Its syntax may still change.',
};
