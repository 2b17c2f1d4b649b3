const THEMES = [
  'garden',
  'kitchen',
  'travel',
  'gaming',
  'finance',
  'sports',
  'health',
  'autos',
  'movies',
  'pets',
] as const;
const STYLES = ['daily', 'hub', 'guide', 'corner'] as const;

/** The account's 40 sites, as every dataset names them. */
export function sitesOf(account: string): readonly [string, ...string[]] {
  const names = THEMES.flatMap((theme) => STYLES.map((style) => `${theme}-${style}.${account}.example`));
  return names as [string, ...string[]];
}

export const DEVICES = ['desktop', 'mobile', 'tablet', 'ctv'] as const;
export const COUNTRIES = ['US', 'CA', 'GB', 'DE', 'FR', 'ES', 'IT', 'SE', 'JP', 'BR', 'AU'] as const;
export const NETWORKS = ['searchly', 'socialite', 'displayone', 'nativeflow'] as const;
export const POSITIONS = ['top', 'sidebar', 'in-article', 'footer', 'sticky'] as const;
export const FORMATS = ['300x250', '728x90', '160x600', '320x50', '970x250'] as const;
/** Some hold commas, quotes or letters beyond ASCII, as real names do. */
export const MERCHANTS = [
  'Northwind Traders',
  'Müller & Söhne',
  'Smith, Jones and Co',
  'Café Olé',
  'Tailwind Toys',
  'The "Original" Outlet',
  '東京ストア',
  'Blue Yonder',
] as const;
export const STATUSES = ['pending', 'approved', 'declined'] as const;
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
export const PLAYERS = ['inline', 'floating', 'outstream'] as const;
export const GOALS = ['Brand', 'Retargeting', 'Prospecting', 'Launch', 'Seasonal'] as const;
export const CENTERS = ['hosting', 'content', 'traffic', 'licences', 'staff'] as const;
export const VERTICALS = ['home', 'leisure', 'money', 'mobility', 'wellbeing'] as const;
