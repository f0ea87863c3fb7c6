import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a module of the server (ARCHITECTURE.md, "A module's files"). */
const fixed = [
  'index.ts',
  'routes.ts',
  'policy.ts',
  'rules.ts',
  'queries.ts',
  'commands.ts',
  'present.ts',
  'announce.ts',
  'notice-words.ts',
  'jobs.ts',
  'mails.ts',
]
const isFixed = (name: string): boolean =>
  fixed.includes(name) || /^commands\/[a-z-]+\.ts$/.test(name) || /^[a-z-]+\.sql\.ts$/.test(name)

/** A handler takes the input, calls the module's functions, and returns the response. */
const longestHandler = 12

interface Source {
  path: string
  text: string
}

/** What is wrong with the files of the server's modules, a line each. */
export function brokenModuleFiles(root: string, files: readonly Source[]): string[] {
  const broken: string[] = []
  const modules = new Set<string>()
  for (const { path, text } of files) {
    const [, module, name] = /^apps\/server\/src\/modules\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (!module || !name || name.endsWith('.test.ts')) continue
    modules.add(module)
    if (!isFixed(name) && !readmeOf(root, module).includes(`\`${name}\``))
      broken.push(`${path}: no file of a module; use its fixed names, or say in its README what \`${name}\` holds`)
    if (name.endsWith('routes.ts')) broken.push(...brokenRoutes(path, text))
  }
  for (const module of modules) {
    const folder = `apps/server/src/modules/${module}`
    const has = (name: string) => files.some(({ path }) => path === `${folder}/${name}`)
    if (readmeOf(root, module) === '') broken.push(`${folder}: has no README.md`)
    if (has('policy.ts') && !has('policy.unit.test.ts'))
      broken.push(`${folder}/policy.ts: who may what stands in a table by hand beside it, policy.unit.test.ts`)
  }
  return broken
}

function readmeOf(root: string, module: string): string {
  const path = join(root, 'apps', 'server', 'src', 'modules', module, 'README.md')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function brokenRoutes(path: string, text: string): string[] {
  const broken: string[] = []
  if (/\bsql[<`]|\bscoped\(|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text))
    broken.push(`${path}: asks the database; that is what queries.ts and commands.ts are for`)
  for (const [handler] of text.matchAll(/^ {2}serve\([\s\S]*?\n(?= {2}serve\(|\}|\n)/gm)) {
    const lines = handler.trimEnd().split('\n').length
    if (lines > longestHandler)
      broken.push(`${path}: ${/serve\(([\w.]+)/.exec(handler)?.[1]} has ${lines} lines; at most ${longestHandler}`)
  }
  return broken
}
