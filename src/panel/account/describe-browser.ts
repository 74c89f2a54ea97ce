/** Browsers by the part of `User-Agent` that none of those after them has. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox, Linux`: enough for people to tell their own browsers apart. Null for what is none of these. */
export function describeBrowser(userAgent: string): string | null {
  const find = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
}
