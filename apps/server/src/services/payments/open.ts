import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, secretUnder } from '../../config.ts'
import { type PaymentProvider, ProviderUnreachable } from './port.ts'
import type { FromStandIn, StandInStart, ToStandIn } from './stand-in/process.ts'
import { staxProvider } from './stax/provider.ts'

/** The payment provider of this process. */
export interface OpenPayments {
  /** Undefined: this process has none, and no practice can pay. */
  provider: PaymentProvider | undefined
  /** The address of the embedded stand-in. */
  standIn: string | undefined
  /** Tells the stand-in that this process started where the portal is. */
  portalIs(url: string, webhookTarget: string): void
  close(): Promise<void>
}

/** The public key that the stand-in knows. */
const webToken = 'stand-in'

/**
 * Opens the payment provider that the settings name: the real one, or the embedded stand-in.
 * @param starts whether this process starts the stand-in where it does not run; a separate worker uses that of a server
 */
export async function openPayments(
  config: Config,
  { starts, say }: { starts: boolean; say: (text: string) => void },
): Promise<OpenPayments> {
  const nothing = { standIn: undefined, portalIs: () => {}, close: () => Promise.resolve() }
  if (config.payments) {
    const { url: api, token, webhookSecret, script, origins, webToken } = config.payments
    const fields = { script, origin: new URL(script).origin, more_origins: origins, web_token: webToken }
    const provider = staxProvider({ api, token, webhookSecret, fields: { ...fields, is_stand_in: false } })
    return { ...nothing, provider }
  }
  if (!config.paymentStandIn) return { ...nothing, provider: undefined }
  const folder = join(config.dataDir, 'payments')
  const secrets = {
    token: secretUnder(config.dataDir, 'payments-token'),
    webhookSecret: secretUnder(config.dataDir, 'payments-webhook-secret'),
  }
  const kept = starts
    ? await keepStandIn({ port: config.paymentStandIn.port, folder, webToken, ...secrets }, say)
    : undefined
  const url = kept?.url ?? addressIn(folder)?.url ?? 'http://127.0.0.1:0'
  const provider = staxProvider({
    // It may be started anew, at another address.
    api: () => {
      const running = addressIn(folder)
      if (!running) throw new ProviderUnreachable('The stand-in of the payment provider does not run.')
      return running.url
    },
    ...secrets,
    fields: { script: `${url}/stax.js`, origin: url, web_token: webToken, is_stand_in: true },
  })
  return {
    provider,
    standIn: kept?.url,
    portalIs(portal, webhookTarget) {
      const origins = originsOf(
        [portal, ...(config.publicUrl ? [config.publicUrl] : [])],
        config.mode === 'development',
      )
      kept?.tell({ portal: { origins, webhookTarget } })
    },
    close: async () => kept?.close(),
  }
}

/** Origins under which people open the portal; in development also that of the client's own server (`npm run dev`). */
function originsOf(urls: string[], withDev: boolean): string[] {
  const all = urls.flatMap((url) => {
    const { origin, protocol, hostname, port } = new URL(url)
    if (!/^(127\.0\.0\.1|localhost)$/.test(hostname)) return [origin]
    const ports = withDev ? [Number(port), Number(port) + 1] : [Number(port)]
    return ports.flatMap((one) => [`${protocol}//127.0.0.1:${one}`, `${protocol}//localhost:${one}`])
  })
  return [...new Set(all)]
}

interface Address {
  url: string
  pid: number
}

/** Where the stand-in of this data folder runs; undefined when it does not. */
function addressIn(folder: string): Address | undefined {
  try {
    const { url, pid } = JSON.parse(readFileSync(join(folder, 'stand-in.json'), 'utf8')) as Partial<Address>
    return url !== undefined && pid !== undefined && isAlive(pid) ? { url, pid } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface Kept {
  url: string
  tell(message: ToStandIn): void
  close(): Promise<void>
}

/**
 * Uses the stand-in that runs on this folder, or starts it, as a process of its own that ends with this one. While this
 * process runs, one that ended is started again, on its port.
 */
async function keepStandIn(options: StandInStart, say: (text: string) => void): Promise<Kept> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  let child: ChildProcess | undefined
  let portal: ToStandIn | undefined
  const reach = async (port: number): Promise<string> => {
    for (let waited = 0; waited < 20_000; waited += 100) {
      const running = addressIn(options.folder)
      if (running && (await answers(running.url))) return running.url
      // Of an address that nothing answers at, another program may have the process number by now.
      if (running && waited >= 3_000) rmSync(join(options.folder, 'stand-in.json'), { force: true })
      if (!running) {
        const started = await startChild({ ...options, port })
        if (started) {
          child = started.child
          if (portal) child.send(portal)
          return started.url
        }
      }
      await sleep(100)
    }
    throw new TypeError('The stand-in of the payment provider did not start within 20 seconds.')
  }
  const url = await reach(options.port)
  let busy: Promise<unknown> | undefined
  const timer = setInterval(() => {
    if (busy || addressIn(options.folder)) return
    say('the stand-in of the payment provider ended; starting it again')
    busy = reach(Number(new URL(url).port))
      .catch((error: unknown) => say(String(error)))
      .finally(() => (busy = undefined))
  }, 1000)
  timer.unref()
  return {
    url,
    tell(message) {
      portal = message
      child?.send(message)
    },
    async close() {
      clearInterval(timer)
      await busy
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      child.ref()
      child.disconnect()
      await ended
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/stand-in/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/** Starts the process; undefined when another one has the folder already. */
async function startChild(options: StandInStart): Promise<{ child: ChildProcess; url: string } | undefined> {
  const child = fork(join(import.meta.dirname, '..', '..', 'payment-stand-in-main.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const answer = await new Promise<FromStandIn>((resolve) => {
    child.once('message', (message) => resolve(message as FromStandIn))
    child.once('exit', () => resolve({ taken: true }))
    child.send({ start: options } satisfies ToStandIn)
  })
  if ('taken' in answer) return undefined
  // It must not keep this process from ending.
  child.unref()
  child.channel?.unref()
  return { child, url: answer.url }
}
