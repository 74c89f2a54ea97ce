/** Back to where the reader came from, which can only be a page of the panel: nobody is sent to another site. */
export function pathWithin(path: string | undefined): string {
  if (!path?.startsWith('/panel/') || !URL.canParse(path, 'http://panel')) return '/panel';
  const { host, pathname, search } = new URL(path, 'http://panel');
  return host === 'panel' && pathname.startsWith('/panel/') ? pathname + search : '/panel';
}
