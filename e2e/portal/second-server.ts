import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, portalOfThisWorker } from './place.ts'

const program = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts')

/** Another server of the portal that the journeys visit, on the same database and files: this one may die. */
export interface SecondServer {
  url: string
  /** Ends it as a failing machine does. */
  kill(): Promise<void>
  /** Starts it anew at the same address; returns when it is ready. */
  start(): Promise<void>
}

export async function openSecondServer(): Promise<SecondServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running: ChildProcess
  const server: SecondServer = {
    url,
    async kill() {
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
    async start() {
      running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
        env: { ...process.env, ...portalOfThisWorker().environment, PORT: String(port), WORKER: '0' },
        stdio: 'ignore',
      })
      for (let waited = 0; waited < 60_000; waited += 100) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        if (answer?.ok) return
        await sleep(100)
      }
      throw new Error('the second server did not become ready within a minute')
    },
  }
  await server.start()
  return server
}
