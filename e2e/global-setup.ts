import { fork } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { buildWeb } from '../tools/web-build.ts'
import {
  announce,
  cache,
  environment,
  filled,
  freePort,
  screenshots,
  serverLogOf,
  type VisitedPortal,
} from './portal/place.ts'

interface StartedPortal extends VisitedPortal {
  stop(): Promise<void>
}

/** Starts a program of the portals' folder, which logs into this file. */
const program = (name: string, logFile: string, env: Record<string, string>) => {
  const log = openSync(logFile, 'w')
  return fork(join(import.meta.dirname, 'portal', name), {
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
  })
}

/** Makes the demo data once, for all portals. */
async function fill(): Promise<void> {
  const log = join(cache, 'fill.log')
  const filling = program('fill.ts', log, { ...environment(0, 0), DATA_DIR: filled })
  const code = await new Promise((resolve) => filling.once('exit', resolve))
  if (code !== 0) throw new Error(`The demo data could not be made:\n${readFileSync(log, 'utf8')}`)
}

/** Starts the portal of this number and waits until it is ready. */
async function startPortal(index: number, port: number): Promise<StartedPortal> {
  const settings = environment(index, port)
  const server = program('serve.ts', serverLogOf(index), settings)
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
 * Builds the client if it is stale, makes the demo data, and starts a portal for each worker on a copy of it, with a database
 * and files of its own: what one journey does is never seen by another that runs at the same time. Returns how to end them.
 */
export default async function startPortals({ workers }: FullConfig): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true })
  mkdirSync(screenshots, { recursive: true })
  buildWeb()
  await fill()
  const ports: number[] = []
  while (ports.length < workers) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const portals = await Promise.all(ports.map((port, index) => startPortal(index, port)))
  announce(portals.map(({ url, payments, environment: settings }) => ({ url, payments, environment: settings })))
  return async () => void (await Promise.all(portals.map(({ stop }) => stop())))
}
