import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@archwire/contract'
import type { Route } from '@archwire/contract/core/route.ts'

/** What a name may stand for: the rules of docs/product (`cases/notify`), and the files of the repository. */
export interface Repository {
  rules: readonly string[]
  files: readonly string[]
}

/** The names of the product's rules, page by page. */
export function productRules(root: string): string[] {
  const folder = join(root, 'docs', 'product')
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^- \*\*([a-z][a-z0-9-]*)\*\* /gm)].map(
        ([, name = '']) => `${file.replace('.md', '')}/${name}`,
      ),
    )
}

/** A text cites a rule by its name in backticks, or in a list in brackets. */
const namesIn = (line: string): string[] => [
  ...[...line.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name),
  ...[...line.matchAll(/\(([^()]+)\)/g)].flatMap(([, list = '']) => list.split(/[,;] /)),
]

/** The rules that a text cites and that do not exist, a line each. */
export function brokenCitations(
  { path, text }: { path: string; text: string },
  { rules, files }: Repository,
): string[] {
  const pages = new Set(rules.map((rule) => rule.split('/')[0]!))
  const isRule = (name: string) => /^[a-z-]+\/[a-z0-9-]+$/.test(name) && pages.has(name.split('/')[0]!)
  /** `cases/commands` is a rule of the page "cases", or an existing folder or file. */
  const exists = (name: string) =>
    rules.includes(name) || files.some((file) => file.includes(`/${name}/`) || file.includes(`/${name}.`))
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...new Set(namesIn(line))]
        .filter((name) => isRule(name) && !exists(name))
        .map((name) => `${path}:${index + 1}: there is no rule ${name}`),
    )
}

/** The rules that calls name and that do not exist, a line each. */
export const brokenCalls = (
  calls: readonly Pick<Route, 'method' | 'path' | 'rules'>[],
  rules: readonly string[],
): string[] =>
  calls.flatMap(({ method, path, rules: cited = [] }) =>
    cited.filter((rule) => !rules.includes(rule)).map((rule) => `${method} ${path}: there is no rule ${rule}`),
  )

/** Files without prose, and this check with the bad examples of its test. */
const unread = /^package-lock\.json$|^samples\/|\.gen\.\w+$|^tools\/citations\./

/** The rules that texts and calls of the repository cite and that do not exist, a line each. */
export function brokenCitationsIn(root: string): string[] {
  const files = filesOf(root)
  const rules = productRules(root)
  const broken = files
    .filter((path) => !unread.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'))
    .flatMap((file) => brokenCitations(file, { rules, files }))
  const calls = Object.values(api).flatMap((routes): Route[] => Object.values(routes))
  return [...broken, ...brokenCalls(calls, rules)]
}

/** Every existing tracked file. */
function filesOf(root: string): string[] {
  const listed = (...which: string[]) => {
    const { status, stdout } = spawnSync('git', ['ls-files', '-z', ...which], { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error('git does not list the files of the repository')
    return stdout.split('\0').filter((path) => path !== '')
  }
  const deleted = new Set(listed('--deleted'))
  return listed().filter((path) => !deleted.has(path))
}
