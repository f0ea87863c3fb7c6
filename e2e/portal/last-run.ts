import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'

/** Removes a data folder; a run that was killed may have left its database running. */
export async function removeLastRun(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))) {
    const left = await startEmbedded(dataDir).catch(() => undefined)
    await left?.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
}
