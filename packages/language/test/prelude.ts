/** Sources that the examples of diagnostics and functions read from. */
export const PRELUDE = {
  path: 'prelude/sources.sbs',
  text: `
download ads from { type: "web"; url: "https://example.com/ads"; } using {
    site: string not null; kind: string; day: date; at: datetime; clicks: integer; price: decimal(18, 6); ratio: float;
    m_one: integer; m_two: integer; active: boolean; owner: { id: integer; name: string; }; tags: [string]; extra: json; date: date;
};
download sites from { type: "folder"; pattern: "*.csv"; } using { id: string; kind: string; };
download anything from { type: "folder"; pattern: "*.csv"; } using { * };
`,
};
