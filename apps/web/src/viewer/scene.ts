import type { Bite } from '@archwire/contract/bites/routes.ts'
import { shareLinks } from '@archwire/contract/client/share-links'
import { viewer } from '@archwire/contract/client/viewer'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { ApiError, call } from '../lib/api.ts'

type CaseScene = OutputOf<typeof viewer.scene>['scene']

/** One scan of a scene, ready to be shown. */
export type SceneFile = CaseScene['files'][number]

/** The arch that a file shows; null for one with both. */
export const jawOf = { 1: 'upper', 2: 'lower', 3: null } as const

/**
 * All processed scans of one patient and one kind, in one coordinate system if the scanner kept it. Its case, and what
 * it can be compared with, are missing where they must not be known: shared links, scans on this machine.
 */
export type Scene = Pick<CaseScene, 'label' | 'files' | 'bite'> &
  Partial<Pick<CaseScene, 'viewer_id' | 'patient_id' | 'kind' | 'others' | 'bite_scans'>>

/** A viewer id with this prefix carries the key of a share link: it opens without a session. */
const shared = 's_'

/** Whether the viewer's address is that of a share link: then there is no session. */
export const isShared = (path: string): boolean => path.includes(`/${shared}`)

/** Whether a share link no longer opens anything: trying again would not help. */
export const isClosed = (viewerId: string, error: unknown): boolean =>
  viewerId.startsWith(shared) && error instanceof ApiError && error.status === 404

/** Also for what is no key at all, such as a link that was cut off in an email: the server says only that it is unknown. */
export const closedLink = 'This link has expired or was closed. Ask the person who sent it for a new one.'

/**
 * Fetches a scene with the session's cookie, or by the key of a share link. Not a person's input: the page around
 * changes scenes by itself, and an open tab fetches with the headers that its preload was sent with.
 */
export async function fetchScene(viewerId: string, signal: AbortSignal): Promise<Scene> {
  const options = { signal, byHand: false }
  if (!viewerId.startsWith(shared))
    return (await call(viewer.scene, { params: { viewer_id: viewerId } }, options)).scene
  const { scene } = await call(shareLinks.scene, { params: { token: viewerId.slice(shared.length) } }, options)
  const { label, bite } = scene
  return { label, bite, files: scene.files.map((file) => ({ ...file, flagged: false, message: null })) }
}

/** A new link to a scan of a scene, in place of one that has expired; undefined when the scan was removed. */
export const newLink = async (viewerId: string, fileId: number, signal: AbortSignal): Promise<string | undefined> =>
  (await fetchScene(viewerId, signal)).files.find(({ id }) => id === fileId)?.mesh_url

/** A scan of this machine among those of scenes: unknown to the server, and without an arch. */
export const localFile = (name: string): SceneFile => ({
  id: 0,
  name,
  jaws_id: 3,
  mesh_url: '',
  coarse_url: null,
  triangles: 0,
  place: null,
  flagged: false,
  message: null,
})

/** A person placed the arches: what is known of the scene follows, without asking for it again. */
export function keepBite(scene: Scene, { method, version, places, author, created_at }: Bite): void {
  scene.bite = method === 'by_shape' ? null : { method, version, author, created_at }
  for (const file of scene.files) file.place = places.find(({ file_id }) => file_id === file.id) ?? null
}
