import { fork } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from '../tools/web-build.ts'
import { announce, cache, environment, freePort, screenshots, serverLog } from './portal/place.ts'

/** Builds the client if it is stale, starts the portal and waits until it is ready; returns how to end it. */
export default async function startPortal(): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true })
  mkdirSync(screenshots, { recursive: true })
  buildWeb()
  const port = await freePort()
  const log = openSync(serverLog, 'w')
  const server = fork(join(import.meta.dirname, 'portal', 'serve.ts'), {
    env: { ...process.env, ...environment(port) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
  })
  const exit = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const { payments } = await new Promise<{ payments: string }>((resolve, reject) => {
    server.once('message', (message) => resolve(message as { payments: string }))
    server.once('exit', () => reject(new Error(`The portal did not start:\n${readFileSync(serverLog, 'utf8')}`)))
  })
  announce({ url: `http://127.0.0.1:${port}`, payments, environment: environment(port) })
  return async () => {
    server.kill('SIGTERM')
    await exit
  }
}
