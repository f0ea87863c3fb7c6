import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@archwire/contract'
import type { Route } from '@archwire/contract/core/route.ts'
import { productRules } from './product-rules.ts'

/** What may be cited: the rules of docs/product, by name, and the files of the repository. */
export interface Repository {
  rules: readonly string[]
  files: readonly string[]
}

/** Readers of a text cannot look up what is elsewhere. */
const elsewhere: [what: string, pattern: RegExp][] = [
  ['a paragraph of a document that is not here', /(?<!RFC \d{3,5},? )§/],
  ['a rule by a number: docs/product names them', /\brules? \d/i],
  ['a document that is not here', /\bthe specification\b/i],
  ['a finding that is not here', / \((?:[BFGORU]\d{1,2}(?:, )?)+\)| \([a-z ]*#\d+\)|\b(?:finding: '|planted )[A-Z]+\d/],
]
const documentName = /(?<![\w*}$])[\w./-]*[\w-]\.md\b/g
/** Prose of code: what follows the sign of a comment, wherever that is on the line. */
const comment = /(?:^\s*\*|\/\*|(?<![:\w'"`])\/\/|^\s*--\s|^\s*#\s).*/
const sourceName = /(?<![\w*}$>)./@-])(?:\.{1,2}\/)*[\w$@-][\w$@.-]*(?:\/[\w$@.-]+)*\.(?:tsx?|css)\b(?![\w(-])/g

/** Whether a file is called this; folders in between may be left out: `contract/rx-forms/rules.ts`. */
function isCalled(file: string, name: string): boolean {
  const [folders, parts] = [file.split('/'), name.split('/').filter((part) => !/^(?:\.{1,2}|@archwire)$/.test(part))]
  if (folders.pop() !== parts.pop()) return false
  let from = 0
  return parts.every((part) => {
    from = folders.indexOf(part, from) + 1
    return from > 0
  })
}

/** Files of code that a text names and that do not exist. */
function missingSources({ path, line }: { path: string; line: string }, files: readonly string[]): string[] {
  const prose = path.endsWith('.md') ? line : (comment.exec(line)?.[0] ?? '')
  return (prose.match(sourceName) ?? []).filter((name) => !files.some((file) => isCalled(file, name)))
}
const decisionNumbers = /\b(?:decisions?|records?)[ /]\d{3}\b(?:(?:, | and | to )\d{3}\b)*/gi

/** What a line may cite a rule by: names in backticks, or in a list in brackets. */
const namesIn = (line: string): string[] => [
  ...[...line.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name),
  ...[...line.matchAll(/\(([^()]+)\)/g)].flatMap(([, list = '']) => list.split(/[,;] /)),
]

/** What a text cites that does not exist in the repository, a line each. */
export function brokenCitations(
  { path, text }: { path: string; text: string },
  { rules, files }: Repository,
): string[] {
  const pages = new Set(rules.map((rule) => rule.split('/')[0]!))
  /** `cases/commands` is a rule of the page "cases", or an existing folder or file. */
  const isThere = (name: string) =>
    rules.includes(name) || files.some((file) => file.includes(`/${name}/`) || file.includes(`/${name}.`))
  const isRule = (name: string) => /^[a-z-]+\/[a-z0-9-]+$/.test(name) && pages.has(name.split('/')[0]!)
  return text.split('\n').flatMap((line, index) => {
    const documents = line.match(documentName) ?? []
    const numbers = (line.match(decisionNumbers) ?? []).flatMap((list) => list.match(/\d{3}/g) ?? [])
    return [
      ...elsewhere.filter(([, pattern]) => pattern.test(line)).map(([what]) => what),
      ...documents
        .map((name) => name.replace(/^(?:\.{0,2}\/)+/, ''))
        .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `there is no ${name}`),
      ...missingSources({ path, line }, files).map((name) => `there is no ${name}`),
      ...numbers
        .filter((number) => !files.some((file) => file.startsWith(`docs/decisions/${number}-`)))
        .map((number) => `there is no decision ${number}`),
      ...[...new Set(namesIn(line))]
        .filter((name) => isRule(name) && !isThere(name))
        .map((name) => `there is no rule ${name}`),
    ].map((what) => `${path}:${index + 1}: ${what}`)
  })
}

/** Generated files, or files without prose; and the checks themselves, with the bad examples of their tests. */
const unread = /^package-lock\.json$|^samples\/|\.gen\.\w+$|^tools\/(citations|product-rules)\./

const textsOf = (root: string, files: readonly string[]): { path: string; text: string }[] =>
  files
    .filter((path) => !unread.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'))

/** What the texts and calls of the repository cite that does not exist; a line each. */
export function brokenCitationsIn(root: string): string[] {
  const files = filesOf(root)
  const rules = productRules(root)
  const broken = textsOf(root, files).flatMap((text) => brokenCitations(text, { rules, files }))
  return [...broken, ...brokenCalls(callsOfContract(), rules)]
}

/** Rules that no code follows yet. */
const rulesToCome: readonly string[] = []

/**
 * Rules that nothing outside docs cites: a call by its `rules`, the function that follows it or its test by name. Also
 * those that are marked as to come and are cited by now. A line each.
 */
export function uncitedRules(
  texts: readonly string[],
  calls: readonly Pick<Route, 'rules'>[],
  rules: readonly string[],
  toCome: readonly string[] = rulesToCome,
): string[] {
  const cited = new Set([
    ...texts.flatMap((text) => text.split('\n').flatMap(namesIn)),
    ...calls.flatMap((call) => call.rules),
  ])
  return rules.flatMap((rule) => {
    if (cited.has(rule) !== toCome.includes(rule)) return []
    return [cited.has(rule) ? `${rule}: is cited, take it out of rulesToCome` : `${rule}: no code or test cites it`]
  })
}

export const uncitedRulesIn = (root: string): string[] =>
  uncitedRules(
    textsOf(root, filesOf(root))
      .filter(({ path }) => !path.startsWith('docs/'))
      .map(({ text }) => text),
    callsOfContract(),
    productRules(root),
  )

const callsOfContract = (): Route[] => Object.values(api).flatMap((routes): Route[] => Object.values(routes))

/** Calls that name no rule, or one that does not exist. */
export const brokenCalls = (
  calls: readonly Pick<Route, 'method' | 'path' | 'rules'>[],
  rules: readonly string[],
): string[] =>
  calls.flatMap((call) => [
    ...(call.rules.length === 0 ? [`${call.method} ${call.path}: names no rule`] : []),
    ...call.rules
      .filter((rule) => !rules.includes(rule))
      .map((rule) => `${call.method} ${call.path}: there is no rule ${rule}`),
  ])

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
