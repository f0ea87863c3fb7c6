import { parseScan, toBinaryStl } from '@archwire/mesh'
import { movedPositions, type RigidMove } from '@archwire/mesh/best-fit.ts'
import { answerQuestions } from '../../lib/ask-worker.ts'

/** A file as it was uploaded, and where it stands. */
export type PlacedStlQuestion = { bytes: ArrayBuffer; place: RigidMove }
/** Null when nothing can be read of it. */
export type PlacedStlAnswer = { stl: Uint8Array<ArrayBuffer> | null }

/** Writes a scan where it stands, off the page's thread: from all of its triangles, not from the picture's. */
answerQuestions(
  async ({ bytes, place }: PlacedStlQuestion): Promise<PlacedStlAnswer> => {
    const { surface } = parseScan(new Uint8Array(bytes))
    if (!surface) return { stl: null }
    return { stl: toBinaryStl({ ...surface, positions: movedPositions(surface.positions, place) }) }
  },
  ({ stl }) => (stl ? [stl.buffer] : []),
)
