import { fetchScene } from '../scene.ts'
import type { SceneViewer } from '../scene-viewer.ts'

/**
 * Asks for the scene anew: if somebody else placed its arches meanwhile, they stand where they were put. What
 * this person moved and has not saved stays; saving it then says who was faster. Bite scans that came meanwhile are there.
 */
export async function renewBite(viewer: SceneViewer): Promise<void> {
  const { scene } = viewer
  if (!scene?.viewer_id) return
  const { bite } = scene
  const now = await fetchScene(scene.viewer_id, new AbortController().signal).catch(() => null)
  // A line that is down says so elsewhere; the next change asks again.
  if (!now || viewer.scene !== scene) return
  Object.assign(scene, { bite_scans: now.bite_scans })
  // What was saved here while it was asked for is newer than the answer.
  if (scene.bite !== bite || now.bite?.version === bite?.version) return
  scene.bite = now.bite
  for (const file of scene.files) file.place = now.files.find(({ id }) => id === file.id)?.place ?? null
  await viewer.standUp()
}
