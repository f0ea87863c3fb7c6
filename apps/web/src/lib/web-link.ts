/**
 * Returns the address of another site if people may follow it; undefined for anything but http and https
 * (`safety/other-sites`).
 */
export function webLink(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : undefined
}
