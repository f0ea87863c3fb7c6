import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A copy of the checkout in `.cache/<name>`, in which files may be changed while tests run. Packages are those of the checkout; only
 * the workspaces' own ones lead to the copy. It shares the checkout's test database.
 */
export function copyOfCheckout(root: string, name = 'planted'): string {
  const copy = join(root, '.cache', name)
  rmSync(copy, { recursive: true, force: true })
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (listed.status !== 0) throw new TypeError('This needs a git checkout.')
  for (const file of listed.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(join(root, folder)))
      if (readdirSync(join(root, folder, name)).includes('node_modules'))
        linkPackages(join(root, folder, name, 'node_modules'), join(copy, folder, name, 'node_modules'))
  mkdirSync(join(copy, '.cache'), { recursive: true })
  symlinkSync(join(root, '.cache', 'test'), join(copy, '.cache', 'test'))
  return copy
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const place = join(from, name)
    // Workspaces are relative links: copied as they are, they lead to the copy's folders.
    if (name === '@archwire') linkPackages(place, join(to, name))
    else symlinkSync(lstatSync(place).isSymbolicLink() ? readlinkSync(place) : place, join(to, name))
  }
}
