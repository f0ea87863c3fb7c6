/**
 * The page that leads to a case in the desktop application (`scans/desktop`): it adds a code that opens once, and says
 * what to do where the application is not installed.
 * @param scheme the prefix of the application's links, `dibs://`
 */
export const desktopPath = (scheme: string, caseId: number): string =>
  `/dibs?q=${encodeURIComponent(`${scheme}case/${caseId}`)}`
