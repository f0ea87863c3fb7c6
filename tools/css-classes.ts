import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /import (\w+) from '(\.[^']+\.module\.css)'/g
/** Where imports lead: the name of a sheet is no class. A text 'from' of a source leads nowhere. */
const addresses = /(?<!')(?:from|import)\s*\(?\s*'[^'\n]*'/g
/** Classes of the component library, which a sheet of ours may speak to. */
const isTheirs = (name: string): boolean => name.startsWith('mantine-')
const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The classes that a style sheet declares. */
export const classesOf = (css: string): Set<string> =>
  new Set([...withoutComments(css).matchAll(/\.([A-Za-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))

/** Classes that a source takes from a style sheet: `styles.row`, by the name that it imports the sheet under. */
export const usedOf = (text: string, name: string): Set<string> =>
  new Set(
    [...text.replaceAll(addresses, '').matchAll(new RegExp(`(?<![\\w.'"])${name}\\.([A-Za-z]\\w*)`, 'g'))].map(
      ([, used = '']) => used,
    ),
  )

/**
 * Classes that the client uses and no style sheet declares, and those that a sheet declares and nobody uses, a line each.
 * The compiler knows neither: a module of styles is a record of strings. Sheets that are read by a name (`styles[tone]`) may
 * hold more than is seen.
 */
export function brokenClasses(root: string): string[] {
  const sheets = new Map<string, { declared: Set<string>; used: Set<string>; byName: boolean }>()
  const broken: string[] = []
  for (const path of globSync('apps/web/{src,test}/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, name = '', file = ''] of text.matchAll(imported)) {
      const place = join(dirname(path), file)
      const sheet = sheets.get(place) ?? {
        declared: classesOf(readFileSync(join(root, place), 'utf8')),
        used: new Set<string>(),
        byName: false,
      }
      sheets.set(place, sheet)
      const used = usedOf(text, name)
      for (const each of used) {
        sheet.used.add(each)
        if (!sheet.declared.has(each)) broken.push(`${path}: ${place} has no class ${each}`)
      }
      if (new RegExp(`(?<![\\w.])${name}(?:\\[|[,)}])`).test(text)) sheet.byName = true
    }
  }
  for (const [place, { declared, used, byName }] of sheets)
    if (!byName)
      for (const each of declared)
        if (!used.has(each) && !isTheirs(each)) broken.push(`${place}: nobody uses the class ${each}`)
  return broken
}
