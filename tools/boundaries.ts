import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { cyclesOf } from './folder-cycles.ts'
import { brokenModuleFiles } from './module-files.ts'
import { unscopedSql } from './tenant-sql.ts'

/** The allowed directions of imports, checked on every import. */
interface File {
  path: string
  imports: string[]
  text: string
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.cache', 'data', '.git', 'test-results'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.(tsx?|css)$/.test(entry.name) && !/\.gen\.\w+$/.test(entry.name)) yield path
  }
}

function read(root: string, path: string): File {
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/(?<!\w)(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, resolve(dirname(path), name)).replaceAll('\\', '/') : name,
  )
  return { path: relative(root, path).replaceAll('\\', '/'), imports, text }
}

const moduleOf = (path: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
const isTest = (path: string) => /\.test\.tsx?$|^apps\/(server|web)\/test\/|^e2e\/|^tools\//.test(path)

/**
 * What features may import of other features: the drop zone and upload queue (docs/decisions/013), and what many pages
 * need to know of a case. The latter by file: an index would load all of it with each of these pages.
 */
const isSharedByFeatures = (target: string): boolean =>
  target === 'apps/web/src/features/files/index.ts' || featureOf(target) === 'case'

/** Everything that breaks a boundary, a line each with the rule it breaks. */
export function brokenBoundaries(root: string): string[] {
  const all = [...sources(root)].map((path) => read(root, path))
  const files = all.filter(({ path }) => !path.endsWith('.css'))
  const broken = [...all.flatMap(tooLong), ...brokenModuleFiles(root, files), ...cyclesOf(files)]
  for (const file of files) {
    for (const target of file.imports) {
      const reason = forbidden(file, target)
      if (reason) broken.push(`${file.path} → ${target}: ${reason}`)
    }
    broken.push(...unscopedSql(file), ...strangeDoors(file))
  }
  return broken
}

/** Shipped code is read more often than it is written; a test may tell its whole story in one place. */
function tooLong({ path, text }: File): string[] {
  const most = isTest(path) ? 350 : 300
  const lines = text.trimEnd().split('\n').length
  return lines > most ? [`${path}: ${lines} lines; split it (at most ${most})`] : []
}

function forbidden({ path }: File, target: string): string | undefined {
  if (isTest(path)) return undefined
  if (path.startsWith('packages/contract/') && !target.startsWith('packages/contract/') && target !== 'zod')
    return 'the contract depends on zod only'
  if (path.startsWith('packages/mesh/') && !target.startsWith('packages/mesh/'))
    return 'mesh is pure and depends on nothing'
  if (path.startsWith('apps/web/') && target.startsWith('apps/server/')) return 'the client never imports the server'
  const inside = /^apps\/server\/src\/(activities|kernel|db|http|services|jobs|stream)\//.test(path)
  if (inside && target.startsWith('apps/server/src/modules/'))
    return 'activities, kernel, db, http, services, jobs and stream know no domain'
  const [from, to] = [moduleOf(path), moduleOf(target)]
  if (from && to && from !== to) {
    if (!target.endsWith('/index.ts')) return `import ${to} only through its index.ts`
    if (from === 'case-core') return 'case-core must not import modules that build on it'
  }
  const [feature, other] = [featureOf(path), featureOf(target)]
  if (feature && other && feature !== other && !isSharedByFeatures(target))
    return 'features never import features; a screen joins them'
  return undefined
}

/** Tables with a single writer each: other records have to be written along with them. */
const doors: Record<string, readonly string[]> = {
  outbox: ['apps/server/src/kernel/outbox.ts', 'apps/server/src/kernel/record.ts'],
  audit_log: ['apps/server/src/kernel/audit.ts'],
  mails: ['apps/server/src/services/mail/queue.ts'],
  notifications: ['apps/server/src/modules/notifications/notify.ts'],
}
function strangeDoors({ path, text }: File): string[] {
  if (!path.startsWith('apps/server/src/') || isTest(path)) return []
  return Object.entries(doors).flatMap(([table, files]) =>
    files.includes(path) || !new RegExp(`insert\\s+into\\s+${table}\\b|insertInto\\('${table}'\\)`, 'i').test(text)
      ? []
      : [`${path}: writes into ${table}; that is what ${files.join(' and ')} are for`],
  )
}
