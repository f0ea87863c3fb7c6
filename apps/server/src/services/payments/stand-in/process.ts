import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startStandIn, type StandIn } from './index.ts'

/** What the process is started with. */
export interface StandInStart {
  port: number
  folder: string
  token: string
  webToken: string
  webhookSecret: string
}

/** Messages of the server that started it. */
export type ToStandIn = { start: StandInStart } | { portal: Portal }

/** Where the portal is: its origins, and where reports go. */
export interface Portal {
  origins: string[]
  webhookTarget: string
}
/** Its answer to `start`; `taken`: another process has this folder. */
export type FromStandIn = { url: string } | { taken: true }

/**
 * The life of the stand-in's process: it claims its folder, listens, writes its address into `stand-in.json` for other
 * processes of the portal, and ends with the server that started it.
 */
export function runStandIn(): void {
  let standIn: StandIn | undefined
  let address: string | undefined
  /** What was told last: one that is started again by another process knows it, too. */
  let portalFile = ''
  const end = async () => {
    await standIn?.close()
    if (address !== undefined) rmSync(address, { force: true })
    process.exit(0)
  }
  const begin = async (start: StandInStart) => {
    const file = join(start.folder, 'stand-in.json')
    if (!claim(file)) {
      process.send?.({ taken: true } satisfies FromStandIn, () => process.exit(0))
      return
    }
    address = file
    portalFile = join(start.folder, 'portal.json')
    standIn = await startStandIn(start)
    const known = readPortal(portalFile)
    if (known) standIn.setPortal(known)
    writeWhole(file, { url: standIn.url, pid: process.pid })
    process.send?.({ url: standIn.url } satisfies FromStandIn)
  }
  process.on('message', (message: ToStandIn) => {
    if ('portal' in message) {
      standIn?.setPortal(message.portal)
      writeWhole(portalFile, message.portal)
    } else
      begin(message.start).catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        if (address !== undefined) rmSync(address, { force: true })
        process.exit(1)
      })
  })
  process.on('disconnect', () => void end())
  process.on('SIGTERM', () => void end())
  // In a terminal the server gets it too, and ends this process when it has finished.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
}

/** Under another name first: a reader finds all of it or none. */
function writeWhole(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readPortal(file: string): Portal | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Portal
  } catch {
    return undefined
  }
}

/** Takes the folder; false when a process that runs has it. Two that start at once never both take it. */
function claim(file: string): boolean {
  const aside = `${file}.${process.pid}`
  for (let tries = 0; tries < 3; tries += 1)
    try {
      writeFileSync(aside, JSON.stringify({ pid: process.pid }), { mode: 0o600 })
      linkSync(aside, file)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (isHeld(file)) return false
      moveAside(file, aside)
    } finally {
      rmSync(aside, { force: true })
    }
  return false
}

/** Removes a claim of a process that ended. If another process replaced it in this moment, it is put back. */
function moveAside(file: string, aside: string): void {
  try {
    renameSync(file, aside)
    if (isHeld(aside)) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function isHeld(file: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown }
    if (typeof pid !== 'number') return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
