import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * Builds the client as it stood at a commit, once, with the packages that are installed now. Returns the folder with its
 * `index.html`.
 * @throws TypeError in a clone that does not hold the commit
 */
export function buildEarlierClient(commit: string): string {
  const place = join(root, '.cache', 'bench', `client-${commit}`)
  const built = join(place, 'built')
  if (existsSync(built)) return built
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  run(
    'git',
    ['archive', '--output', join(place, 'sources.tar'), commit, 'apps/web', 'packages', 'tsconfig.base.json'],
    root,
  )
  run('tar', ['-xf', 'sources.tar'], place)
  linkPackages(place)
  // Under its name once it is whole: an interrupted build is begun anew.
  const fresh = join(place, 'fresh')
  run('vite', ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], join(place, 'apps', 'web'))
  renameSync(fresh, built)
  return built
}

/** Those of this checkout; the workspace's own packages are those of the commit. */
function linkPackages(place: string): void {
  const folder = join(place, 'node_modules')
  mkdirSync(join(folder, '@archwire'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@archwire' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(folder, name), 'junction')
  for (const name of readdirSync(join(place, 'packages')))
    symlinkSync(join(place, 'packages', name), join(folder, '@archwire', name), 'junction')
  const nested = join(root, 'apps', 'web', 'node_modules')
  if (existsSync(nested)) symlinkSync(nested, join(place, 'apps', 'web', 'node_modules'), 'junction')
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new TypeError(`${command} ${args[0]} failed in ${cwd}: ${stderr}`)
}
