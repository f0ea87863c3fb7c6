import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The slice that is copied, and the shared files that name it. */
const template = { plural: 'promotion-codes', singular: 'promotion-code' }
const shared = [
  'packages/contract/src/index.ts',
  'packages/contract/src/subjects.ts',
  'packages/contract/src/permissions.ts',
  'apps/server/src/kernel/records.ts',
  'apps/server/src/app.ts',
  'apps/server/test/generated/kinds.ts',
  'apps/web/src/shell/menu.test.ts',
  'e2e/screens.ts',
  'e2e/people/every-record.ts',
]

/** A name of a record in kebab case: `invoices` and `invoice`. */
export interface RecordName {
  plural: string
  singular: string
}

/**
 * The name of a record from what was typed: its plural in kebab case, and its singular where that is not the plural
 * without its s.
 * @throws RangeError for anything that is not a plural in kebab case
 */
export function recordNameOf(plural: string, singular?: string): RecordName {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(plural)) throw new RangeError(`"${plural}" is not a plural in kebab case: invoices`)
  return { plural, singular: singular ?? plural.replace(/ies$/, 'y').replace(/s$/, '') }
}

const words = (name: string) => name.split('-')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** Every way in which code and texts write a name. */
const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll('-', '_'),
  (name) => words(name).map(capital).join(''),
  (name) => words(name).map(capital).join(' '),
  (name) => words(name).join(' '),
  (name) => capital(words(name).join(' ')),
  (name) =>
    words(name)
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(''),
]

/** A text of the template with the new name in place of the old one, in every spelling; the plural first. */
export function renamed(text: string, { plural, singular }: RecordName): string {
  let result = text
  for (const [from, to] of [
    [template.plural, plural],
    [template.singular, singular],
  ] as const)
    for (const spell of spellings) result = result.replaceAll(spell(from), spell(to))
  return result
}

/** Paths of the template's own files, generated ones left out. */
const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.includes(template.plural) && !path.endsWith('.gen.ts'))

/**
 * Copies the template's files under the new name.
 * @returns the new paths, and by shared file the lines that name the template, renamed
 * @throws RangeError when one of the files exists: nothing is written then
 */
export function copyRecord(
  root: string,
  name: RecordName,
): { written: string[]; toAdd: [file: string, line: string][] } {
  const copies = filesOf(root).map((path) => [path, renamed(path, name)] as const)
  const taken = copies.find(([, path]) => existsSync(join(root, path)))
  if (taken) throw new RangeError(`${taken[1]} exists already.`)
  for (const [from, to] of copies) {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    writeFileSync(join(root, to), renamed(readFileSync(join(root, from), 'utf8'), name))
  }
  const toAdd = shared.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => spellings.some((spell) => line.includes(spell(template.singular))))
      .map((line): [string, string] => [file, renamed(line.trim(), name)]),
  )
  return { written: copies.map(([, path]) => path), toAdd }
}
