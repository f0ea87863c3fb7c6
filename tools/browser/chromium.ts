import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** A browser that tests may start: where it is, what it needs in its environment, how it is started. */
export interface Browser {
  /** Undefined: Playwright's own, if installed. */
  executablePath: string | undefined
  environment: Record<string, string>
  args: string[]
  /** Flags of Playwright's own that are left out. */
  ignoreDefaultArgs: string[]
}

const cache = join(import.meta.dirname, '..', '..', '.cache', 'chromium')

/** Software rendering with WebGL, and no outside connections. */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

/**
 * Playwright lets Chromium keep its shared memory in the temporary folder, because containers often have little of the
 * real one. Where there is enough, no file is made and removed on a disk for each picture and each answer.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}
const ignoreDefaultArgs = process.platform === 'linux' && hasSharedMemory() ? ['--disable-dev-shm-usage'] : []

/**
 * Names a Chromium that runs without apt and without root: the one that `CHROMIUM_PATH` names, the one inside an npm
 * package (Linux on x64), one on the PATH, or else Playwright's own. The packaged one exists once it was prepared.
 */
export function findChromium(): Browser {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, environment: {}, args, ignoreDefaultArgs }
  if (!isPackaged()) {
    const executablePath = onPath('chromium') ?? onPath('google-chrome')
    return { executablePath, environment: {}, args, ignoreDefaultArgs }
  }
  const folder = folderOf(packageOf('@sparticuz/chromium'))
  return {
    executablePath: join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder },
    args: [...args, '--headless=shell'],
    ignoreDefaultArgs,
  }
}

/** Makes sure that the Chromium that `findChromium` names can be started, and returns it. */
export async function prepareChromium(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new TypeError(`CHROMIUM_PATH names "${named}", which does not exist.`)
  if (!named && isPackaged()) {
    const found = packageOf('@sparticuz/chromium')
    const folder = folderOf(found)
    if (!existsSync(folder)) await unpack(found.bin, folder)
    writeFontConfig(folder)
  }
  return findChromium()
}

const isPackaged = () => process.platform === 'linux' && process.arch === 'x64'
const folderOf = ({ version }: { version: string }) => join(cache, version)

function packageOf(name: string): { version: string; bin: string } {
  const require = createRequire(import.meta.url)
  // The package exports only its entry, which is in `build`.
  const root = join(dirname(require.resolve(name)), '..')
  const { version } = require(join(root, 'package.json')) as { version: string }
  return { version, bin: join(root, 'bin') }
}

/** Unpacks beside the final place and moves it there whole: two runs at once both end with a complete browser. */
async function unpack(bin: string, folder: string): Promise<void> {
  const fresh = `${folder}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  // The package unpacks to the temporary folder of its process, where it would take over what another program left.
  const before = process.env.TMPDIR
  process.env.TMPDIR = fresh
  try {
    const { inflate } = await import('@sparticuz/chromium')
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(archives.map((name) => inflate(join(bin, name))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** The packaged configuration names a shared folder; without fonts the browser crashes at plain text. */
function writeFontConfig(folder: string): void {
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`
  const fresh = join(folder, `fonts.conf.${process.pid}`)
  writeFileSync(fresh, text)
  renameSync(fresh, join(folder, 'fonts.conf'))
}

const onPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))
