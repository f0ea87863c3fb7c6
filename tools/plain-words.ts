import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of comments and test names that docs/ui-style.md replaces by plainer ones. */
const avoided =
  /\b(whoever|nobody|somebody|everybody|any more|the line|go(es)? on|beg[aiu]ns?|call(s|ed)? off|cancelled|meanwhile|stands|lies|by itself|e-mail|gone|who may|(is|are) told)\b/gi
const comments = /^\s*(?:\/\*\*|\*|\/\/).*$|\s\/\/ .*$/gm
const testNames = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`]).*?\1/g

const wordsIn = (texts: readonly string[], part: RegExp): number =>
  texts.flatMap((text) => (text.match(part) ?? []).flatMap((line) => line.match(avoided) ?? [])).length

/** More of these words than plain-words.json allows, a line each. Where there are fewer, the file is lowered: they only fall. */
export function unplainWords(root: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = stdout
    .split('\n')
    .filter((path) => path !== '' && !path.includes('.gen.') && existsSync(join(root, path)))
  const texts = files.map((path) => readFileSync(join(root, path), 'utf8'))
  const found: Record<string, number> = { comments: wordsIn(texts, comments), 'test names': wordsIn(texts, testNames) }
  const place = join(root, 'tools', 'plain-words.json')
  const most = JSON.parse(readFileSync(place, 'utf8')) as Record<string, number>
  const fewer = Object.fromEntries(Object.entries(found).map(([what, count]) => [what, Math.min(count, most[what]!)]))
  writeFileSync(place, `${JSON.stringify(fewer, null, 2)}\n`)
  return Object.entries(found)
    .filter(([what, count]) => count > most[what]!)
    .map(([what, count]) => `${what}: ${count} words that docs/ui-style.md avoids; at most ${most[what]!}`)
}
