import { firstNames, lastNames } from '../data/names.ts'

/** What people type into the palette, key by key; each is asked with other names in turn. */
const typed: Record<string, (n: number) => string> = {
  'palette, a letter': (n) => lastName(n)[0]!,
  'palette, two letters': (n) => lastName(n).slice(0, 2),
  'palette, last name': lastName,
  'palette, both names': (n) => `${lastName(n)} ${firstNames[n % firstNames.length]}`,
  'palette, no such name': (n) => `${lastName(n)}qx`,
  'palette, part of a number': (n) => String(100 + ((n * 7_919) % 900)),
  'palette, label code': (n) => `C-${1 + ((n * 7_919) % 20_000)}`,
  'palette, part of a tracking number': (n) => String(100_000 + ((n * 7_919_777) % 900_000)),
}

function lastName(n: number): string {
  return lastNames[(n * 37 + 11) % lastNames.length]!
}

/** The addresses of the palette's searches, by what is typed. */
export const paletteSearches = Object.entries(typed).map(([name, keywordOf]) => ({
  name,
  pathOf: (n: number) => `/api/v1/palette?${new URLSearchParams({ keyword: keywordOf(n) })}`,
}))
