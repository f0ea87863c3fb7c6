import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { syntheticArch, toBinaryStl } from '../../packages/mesh/src/index.ts'

/** A scan on the disk of whoever sends it. */
export interface ScanOnDisk {
  name: string
  path: string
  sha256: string
}

/** Scans of about so many triangles (50 bytes each), no two of them alike. */
export function scansOnDisk(folder: string, { count, triangles }: { count: number; triangles: number }): ScanOnDisk[] {
  const grown = toBinaryStl(syntheticArch({ jaw: 'upper', seed: 7, alignment: 0.5, triangles }))
  const data = new DataView(grown.buffer)
  return Array.from({ length: count }, (_, index) => {
    // A little larger each time: another scan of the same arch, without growing it anew.
    for (let at = 84; at < grown.length; at += 50)
      for (let number = 3; number < 12; number += 1)
        data.setFloat32(at + number * 4, data.getFloat32(at + number * 4, true) * 1.001, true)
    const name = `Byron Ada upper ${index + 1}.stl`
    const path = join(folder, name)
    writeFileSync(path, grown)
    return { name, path, sha256: createHash('sha256').update(grown).digest('hex') }
  })
}

/** Drops files from the disk onto a place, all at once. */
export async function dropFiles(page: Page, place: Locator, paths: string[]): Promise<void> {
  const input = page.locator('#dropped-files')
  await page.evaluate(() => {
    const chooser = Object.assign(document.createElement('input'), {
      id: 'dropped-files',
      type: 'file',
      multiple: true,
    })
    chooser.hidden = true
    document.body.append(chooser)
  })
  await input.setInputFiles(paths)
  const dropped = await page.evaluateHandle(() => {
    const dragged = new DataTransfer()
    for (const file of document.querySelector<HTMLInputElement>('#dropped-files')!.files!) dragged.items.add(file)
    return dragged
  })
  await place.dispatchEvent('drop', { dataTransfer: dropped })
  await input.evaluate((element) => element.remove())
}

/** Looks at every progress of the page from now on; returns how to ask what went backwards, and for how many files it moved. */
export async function watchProgress(page: Page): Promise<() => Promise<{ backwards: string[]; seen: string[] }>> {
  await page.evaluate(() => {
    const highest = new Map<string, number>()
    const backwards: string[] = []
    Object.assign(globalThis, { progressSeen: { highest, backwards } })
    const look = () => {
      for (const bar of document.querySelectorAll('progress')) {
        const name = (bar.getAttribute('aria-label') ?? '').replace(/, \d+% sent$/, '')
        const before = highest.get(name) ?? 0
        if (bar.value < before) backwards.push(`${name}: ${before} to ${bar.value}`)
        highest.set(name, bar.value)
      }
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () =>
    page.evaluate(() => {
      const { highest, backwards } = (
        globalThis as unknown as { progressSeen: { highest: Map<string, number>; backwards: string[] } }
      ).progressSeen
      return { backwards, seen: [...highest.keys()] }
    })
}
