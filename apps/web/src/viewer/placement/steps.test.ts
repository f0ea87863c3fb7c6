import { syntheticMouth, type Surface } from '@archwire/mesh'
import { expect, it, vi } from 'vitest'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Scene } from '../scene.ts'
import { standTogether } from './as-submitted.ts'
import type { Place } from './place-scans.ts'
import { renewBite } from './renew-bite.ts'
import { Steps } from './steps.ts'

const still: Place = {
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  offset: [0, 0, 0],
}
const mouth = syntheticMouth({ seed: 2, alignment: 0, triangles: 2000 })
const file = (id: number, jaws_id: 1 | 2) => ({ id, jaws_id, place: null }) as unknown as Arch['file']
const arch = (id: number, jaws_id: 1 | 2, surface: Surface = mouth.upper) =>
  ({ file: file(id, jaws_id), surface }) as unknown as Arch
/** As much of a viewer as steps look at. */
const viewerOf = (arches: Arch[], scene: Partial<Scene>, standUp = async () => {}) =>
  ({
    arches,
    scene: { viewer_id: 'a'.repeat(32), bite: null, ...scene },
    standing: { places: new Map(arches.map((each) => [each.file.id, still])) },
    standUp,
  }) as unknown as SceneViewer

it('scans that still stand there while another scene loads are not moved: nobody would see what is saved of the new one', () => {
  const before = [arch(1, 1), arch(2, 2)]
  const steps = new Steps(viewerOf(before, { files: [file(11, 1), file(12, 2)] }))
  expect(steps.places((_, place) => place).size).toBe(0)
  const there = new Steps(viewerOf(before, { files: before.map((each) => each.file) }))
  expect([...there.places((_, place) => place).keys()]).toEqual([1, 2])
})

it('a setup stands as its submitted scans only where its arches come to stand over each other', () => {
  const arches = [arch(1, 1), arch(2, 2, mouth.lower)]
  const places = (x: number, z: number) =>
    new Map<number, Place>([
      [1, still],
      [2, { ...still, offset: [x, 0, z] }],
    ])
  expect(standTogether(arches, places(0, 0))).toBe(true)
  expect(standTogether(arches, places(0, -3))).toBe(true)
  expect(standTogether(arches, places(0, -40))).toBe(false)
  expect(standTogether(arches, places(60, 0))).toBe(false)
  expect(standTogether(arches.slice(1), places(0, 0))).toBe(false)
})

it('what was saved while the scene was asked for stands; an older answer does not take it back', async () => {
  const shown = arch(1, 1)
  const standUp = vi.fn<() => Promise<void>>()
  const viewer = viewerOf([shown], { files: [shown.file] }, standUp)
  const answer = { bite: { version: 3 }, bite_scans: [{ id: 9, name: 'Bite', mesh_url: '/m' }], files: [] }
  const say = (during: () => void) =>
    vi.stubGlobal(
      'fetch',
      vi.fn<() => Promise<Response>>(async () => {
        during()
        return Response.json({ scene: answer })
      }),
    )
  say(() => Object.assign(viewer.scene!, { bite: { version: 4 } }))
  await renewBite(viewer)
  expect(viewer.scene).toMatchObject({ bite: { version: 4 }, bite_scans: answer.bite_scans })
  expect(standUp).not.toHaveBeenCalled()
  // Nothing was saved here meanwhile: somebody else was.
  say(() => undefined)
  await renewBite(viewer)
  expect(viewer.scene).toMatchObject({ bite: { version: 3 } })
  expect(standUp).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
