import { fork } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { buildWeb } from '../tools/web-build.ts'
import { announce, cache, environment, freePort, screenshots, serverLogOf, type VisitedPortal } from './portal/place.ts'

interface StartedPortal extends VisitedPortal {
  stop(): Promise<void>
}

/** Starts the portal of this number and waits until it is ready. */
async function startPortal(index: number, port: number): Promise<StartedPortal> {
  const log = openSync(serverLogOf(index), 'w')
  const settings = environment(index, port)
  const server = fork(join(import.meta.dirname, 'portal', 'serve.ts'), {
    env: { ...process.env, ...settings },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
  })
  const exit = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const { payments } = await new Promise<{ payments: string }>((resolve, reject) => {
    server.once('message', (message) => resolve(message as { payments: string }))
    server.once('exit', () =>
      reject(new Error(`Portal ${index} did not start:\n${readFileSync(serverLogOf(index), 'utf8')}`)),
    )
  })
  return {
    url: `http://127.0.0.1:${port}`,
    payments,
    environment: settings,
    async stop() {
      server.kill('SIGTERM')
      await exit
    },
  }
}

/**
 * Builds the client if it is stale, and starts a portal for each worker, with a database and files of its own: what one
 * journey does is never seen by another that runs at the same time. Returns how to end them.
 */
export default async function startPortals({ workers }: FullConfig): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true })
  mkdirSync(screenshots, { recursive: true })
  buildWeb()
  const ports: number[] = []
  while (ports.length < workers) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const portals = await Promise.all(ports.map((port, index) => startPortal(index, port)))
  announce(portals.map(({ url, payments, environment: settings }) => ({ url, payments, environment: settings })))
  return async () => void (await Promise.all(portals.map(({ stop }) => stop())))
}
