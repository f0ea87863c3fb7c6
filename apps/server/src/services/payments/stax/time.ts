/** The API writes times as `2026-11-26 05:38:50`, in UTC. Undefined for a text that is no time. */
export function timeOf(text: string): Date | undefined {
  const time = new Date(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(time.getTime()) ? undefined : time
}
