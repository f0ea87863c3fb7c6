import { expect, test, vi } from 'vitest'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import { Counterparts } from './counterparts.ts'

type Loaded = { surface: unknown }

const scenes: Record<string, object[]> = {
  scans: [{ id: 3, jaws_id: 1, mesh_url: 'scan 3' }],
  // The newest setup of the arch is not the one that the correction corrects.
  setups: [
    { id: 7, jaws_id: 3, mesh_url: 'setup 7' },
    { id: 9, jaws_id: 1, mesh_url: 'setup 9' },
  ],
}
vi.mock('../scene.ts', () => ({ fetchScene: async (id: string) => ({ files: scenes[id] }) }))
vi.mock('../fetch-mesh.ts', () => ({ fetchMesh: async (url: string) => url, LoadingError: Error }))
vi.mock('../scan-reading/read-scan.ts', () => ({ readScan: (bytes: string) => bytes }))

const correction = { file: { id: 12, jaws_id: 1, name: 'fixed.stl' } } as Arch
const given = (comparison: SceneViewer['comparison']) =>
  new Counterparts({
    comparison,
    arches: [correction],
    scene: {
      files: [correction.file],
      others: [
        { viewer_id: 'scans', kind: 'submission', label: 'Submission' },
        { viewer_id: 'setups', kind: 'setup', label: 'Setup' },
      ],
    },
  } as unknown as SceneViewer)
const surfaces = async (counterparts: Counterparts, value: string) =>
  (await counterparts.pair([correction], value)).map(({ surface }: Loaded) => surface)

test('a correction is compared with the setup that it corrects, not with the newest (corrections/corrected)', async () => {
  const counterparts = given({ file: 12, with: 7 })
  expect(counterparts.first()).toBe('scene:setups')
  expect(await surfaces(counterparts, 'scene:setups')).toEqual(['setup 7'])
  // Another choice is compared as usual.
  expect(await surfaces(counterparts, 'scene:scans')).toEqual(['scan 3'])
})

test('a setup that is gone is said, and not replaced by another one', async () => {
  await expect(surfaces(given({ file: 12, with: 8 }), 'scene:setups')).rejects.toThrow(
    'The setup that this file corrects cannot be shown in 3D.',
  )
  expect(await surfaces(given({ file: 12, with: null }), 'scene:setups')).toEqual(['setup 9'])
})

test('without a comparison the first scene and its newest scan are taken', async () => {
  const counterparts = given(null)
  expect(counterparts.first()).toBe('scene:scans')
  expect(await surfaces(counterparts, 'scene:setups')).toEqual(['setup 9'])
})
