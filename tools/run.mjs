// The one door to every script. Plain JavaScript for any Node ≥ 18: installs what is missing, finds Node 24 and hands over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const stampFile = join(root, 'node_modules', '.archwire-install')
const quiet = process.argv[2] === 'openapi'
const say = (text) => quiet || process.stdout.write(`${text}\n`)

const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  // What Node has stripped and compiled once it need not again: a server starts for half of the processor time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node'),
}

/** Installs when the lock file, the platform or the folder changed since the last time. */
function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say('Installing packages (once; half a minute, or some minutes on a slow connection or disk) …')
  const ticks = quiet ? undefined : progress()
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['ci', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    npm.on('exit', (code) => {
      ticks?.()
      if (code !== 0) return reject(new Error('npm ci failed; see the lines above'))
      nodeVersion()
      writeFileSync(stampFile, wanted)
      resolve()
    })
  })
}

/** A dot every two seconds, so that nobody thinks it hangs. */
function progress() {
  const timer = setInterval(() => process.stdout.write('.'), 2000)
  return () => {
    clearInterval(timer)
    process.stdout.write('\n')
  }
}

/** The Node that runs TypeScript directly; the packaged one, else the system's when it is new enough. */
function nodeVersion() {
  const found = spawnSync('node', ['-p', 'process.versions.node'], { env, encoding: 'utf8' })
  const version = (found.stdout ?? '').trim()
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return version
  throw new Error(`Node 22.18 or newer is needed and could not be installed here (found ${version || 'none'}).`)
}

/** A portal that was killed (its watchdog kills what hangs) is started anew, but not one that dies again and again. */
const started = []
function startsAnew(task, signal) {
  if (!['start', 'worker'].includes(task) || signal !== 'SIGKILL') return false
  const recently = started.filter((moment) => moment > Date.now() - 600_000)
  return recently.length <= 5
}

/** The database of the data folder outlives a portal that was killed, and nobody is left who would end it. */
function endDatabase() {
  try {
    const file = resolve(root, env.DATA_DIR || 'data', 'postgres', 'postmaster.pid')
    // Its way of ending at once, in order.
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT')
  } catch {
    // There is none, or it has ended.
  }
}

/** Starts the task and passes signals on; when npm disappears (it does not forward signals) the task is told too. */
function run(task, args) {
  started.push(Date.now())
  const child = spawn(
    'node',
    ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'tasks', `${task}.ts`), ...args],
    {
      cwd: root,
      env,
      stdio: 'inherit',
    },
  )
  const parent = process.ppid
  const stop = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.removeAllListeners(signal).on(signal, () => stop(signal))
  const watch = setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500)
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    if (startsAnew(task, signal)) {
      say(`The ${task === 'worker' ? 'worker' : 'portal'} was killed; starting it anew …`)
      return run(task, args)
    }
    if (signal === 'SIGKILL' && task === 'start') {
      say('The portal was killed six times within ten minutes and is not started again. Its last lines above say why.')
      endDatabase()
    }
    process.exit(code ?? (signal ? 1 : 0))
  })
}

const [task = '', ...args] = process.argv.slice(2)
const file = task.replace(':', '-')
if (!existsSync(join(root, 'tools', 'tasks', `${file}.ts`))) {
  process.stderr.write(`There is no task "${task}".\n`)
  process.exit(2)
}
try {
  await install()
  nodeVersion()
  run(file, args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
