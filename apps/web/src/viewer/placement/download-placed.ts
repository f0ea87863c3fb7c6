import { patientFiles } from '@archwire/contract/client/patient-files'
import { call, messageOf } from '../../lib/api.ts'
import { workerAsker } from '../../lib/ask-worker.ts'
import { element } from '../element.ts'
import type { SceneFile } from '../scene.ts'
import type { Place } from './place-scans.ts'
import type { PlacedStlAnswer, PlacedStlQuestion } from './placed-stl.worker.ts'

/** Larger files do not fit into the memory of many browsers. */
const MOST_BYTES = 200 * 1024 * 1024

const ask = workerAsker<PlacedStlQuestion, PlacedStlAnswer>(
  () => new Worker(new URL('./placed-stl.worker.ts', import.meta.url), { type: 'module' }),
  'The file could not be written.',
)

/**
 * Hands out a scan as it was uploaded (`scans/as-placed`), moved to where it stands: as STL, for a printer or another program, in which both
 * arches lie in their bite then. Resolves to the name of the file, or to what went wrong, as a sentence.
 */
export async function downloadPlaced(file: SceneFile, place: Place): Promise<{ name: string } | { trouble: string }> {
  try {
    const { url } = await call(patientFiles.downloadLink, { params: { id: file.id } })
    const answer = await fetch(url, { credentials: 'same-origin' })
    if (!answer.ok) return { trouble: 'The file could not be loaded. Try again.' }
    if (Number(answer.headers.get('content-length')) > MOST_BYTES)
      return { trouble: 'The file is larger than 200 MB. Download the original from the list of files.' }
    const { stl } = await ask({ bytes: await answer.arrayBuffer(), place })
    if (!stl) return { trouble: 'The file cannot be read here. Download the original from the list of files.' }
    const name = placedName(file.name)
    save(new Blob([stl], { type: 'model/stl' }), name)
    return { name }
  } catch (error) {
    return { trouble: messageOf(error) }
  }
}

/** `lower.ply` becomes `lower as placed.stl`. */
export const placedName = (name: string): string => `${name.replace(/\.\w+$/, '')} as placed.stl`

function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  element('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
