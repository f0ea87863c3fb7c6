/**
 * Time zones by any of their names (`screens/dates`): what `Intl` takes, aliases included. Not offsets, which PostgreSQL
 * reads with the other sign, and not abbreviations such as IST, which mean several zones.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name)) return false
  if (/^[a-z]{3}$/i.test(name) && !shortNames.has(name.toUpperCase())) return false
  return zoneNameOf(name) !== undefined
}

/** Zones of three letters in the time zone database. */
const shortNames = new Set(['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'])

/** The name under which `Intl` lists the zone; undefined for what it does not know. */
export function zoneNameOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const unknownZone = 'This time zone is unknown.'

/** What is wrong with the name of a time zone, as text. */
export const zoneProblem = (name: string): string | undefined => (isTimeZone(name) ? undefined : unknownZone)

/** The present names of zones that browsers may list under old ones alone. */
const presentNames =
  'Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba ' +
  'America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Indiana/Indianapolis ' +
  'America/Kentucky/Louisville America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe ' +
  'Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei UTC'

/** All names of time zones to choose from here. */
export const timeZones = (): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), ...presentNames.split(' ').filter(isTimeZone)]),
]
