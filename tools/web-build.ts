import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')
const stamp = join(dist, '.built-from')

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/**
 * Builds the web client when its sources changed since the last build, and compresses what is served. In a folder of its
 * own, which takes its place when it is whole: two builds at once leave one of them, not half of each.
 */
export function buildWeb(): void {
  const sources = [
    ...filesBelow(join(web, 'src')),
    ...filesBelow(join(web, 'build')),
    ...filesBelow(join(web, 'public')),
    ...filesBelow(join(root, 'packages')),
    ...readdirSync(web).map((name) => join(web, name)),
  ]
    .filter((path) => !path.includes('node_modules') && statSync(path).isFile())
    .sort()
  const hash = createHash('sha256')
  for (const path of sources) hash.update(path.slice(root.length)).update(readFileSync(path))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the web client …')
  const fresh = `${dist}-${process.pid}`
  const built = spawnSync('vite', ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], {
    cwd: web,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (built.status !== 0) throw new TypeError('The web client could not be built; see the lines above.')
  compress(join(fresh, 'assets'))
  writeFileSync(join(fresh, '.built-from'), wanted)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

/** Writes gzip and brotli forms next to each asset, so that the server never compresses the same bytes twice. */
function compress(folder: string): void {
  for (const path of filesBelow(folder)) {
    if (!/\.(js|css|svg|json|wasm)$/.test(path)) continue
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}
