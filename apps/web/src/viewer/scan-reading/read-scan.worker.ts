import type { Surface } from '@archwire/mesh'
import { answerQuestions } from '../../lib/ask-worker.ts'
import { shaded, type ShadedSurface } from './shaded-surface.ts'
import { readWebMesh } from './web-mesh.ts'

/** The bytes of a web mesh, or a surface that was read elsewhere. */
export type ReadQuestion = { glb: Uint8Array } | { surface: Surface }

/** Decodes and shades scans off the main thread: half a million triangles take a quarter of a second. */
answerQuestions(
  async (question: ReadQuestion): Promise<ShadedSurface> =>
    shaded('glb' in question ? await readWebMesh(question.glb) : question.surface),
  ({ positions, indices, normals, shades, colors }) =>
    [positions, indices, normals, shades, ...(colors ? [colors] : [])].map(({ buffer }) => buffer as ArrayBuffer),
)
