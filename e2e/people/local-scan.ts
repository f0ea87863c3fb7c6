import type { FrameLocator, Page } from '@playwright/test'
import type { Surface } from '../../packages/mesh/src/index.ts'

/** Gives the viewer a scan that no server knows, in a frame that fills the page; returns its frame. */
export async function openLocalScan(page: Page, name: string, { positions, indices }: Surface): Promise<FrameLocator> {
  await page.goto('/empty')
  const base64 = (array: Float32Array | Uint32Array) =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')
  await page.evaluate(
    ([title, points, corners]) => {
      const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer
      const look = {
        name: title,
        positions: new Float32Array(bytesOf(points)),
        indices: new Uint32Array(bytesOf(corners)),
        holes: [],
        nonManifold: new Float32Array(),
        loose: new Uint32Array(),
      }
      const frame = document.createElement('iframe')
      frame.src = '/viewer/local'
      frame.title = '3D view of a scan'
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' })
      frame.addEventListener('load', () =>
        frame.contentWindow!.postMessage({ type: 'archwire:look', look }, location.origin),
      )
      document.body.append(frame)
    },
    [name, base64(positions), base64(indices)] as const,
  )
  return page.frameLocator('iframe')
}
