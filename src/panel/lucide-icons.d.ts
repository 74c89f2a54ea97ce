/** The package has no types for its icons file by file, and those for all of them together are two megabytes. */
declare module '@lucide/icons/icons/*' {
  import type { buildLucideSvg } from '@lucide/icons/build';
  const icon: Parameters<typeof buildLucideSvg>[0];
  export default icon;
}
