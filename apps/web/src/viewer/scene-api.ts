import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { fetchInTurn } from '../lib/fetch-in-turn.ts'

/** One scan of a scene, ready to be shown. `jaws_id`: 1 upper, 2 lower, 3 both in one file. */
export type SceneFile = {
  id: number
  name: string
  jaws_id: 1 | 2 | 3
  mesh_url: string
  /** A first picture of a large scan; null for small ones. */
  coarse_url: string | null
  triangles: number
  /** The check found something; `message` says what. */
  flagged: boolean
  message: string | null
}

/** The arch that a file shows; null for one with both. */
export const jawOf = { 1: 'upper', 2: 'lower', 3: null } as const

/** All processed scans of one patient and one kind, in one coordinate system if the scanner kept it. */
export type Scene = {
  label: string
  /** The case and what of it is shown; missing where nobody may know: shared links, scans on this machine. */
  patient_id?: number
  kind?: ScanKind
  files: SceneFile[]
  /** Other scenes of the case; none where nobody may know. */
  others?: { viewer_id: string; label: string }[]
}

/** Something that could not be loaded, in words for people. */
export class LoadingError extends Error {}

/** How much of a file has arrived; `total` is null when the server does not say. */
export type Progress = (received: number, total: number | null) => void

/** A viewer id that begins so carries the key of a share link: it opens without a session. */
const shared = 's_'

/** Whether the viewer's address is that of a share link: then there is no session. */
export const isShared = (path: string): boolean => path.includes(`/${shared}`)

/**
 * Asks for a scene with the session's cookie, or by the key of a share link.
 * @throws {LoadingError} with the server's own words where it gave some
 */
export async function fetchScene(viewerId: string, signal: AbortSignal): Promise<Scene> {
  const path = viewerId.startsWith(shared)
    ? `shared_scenes/${encodeURIComponent(viewerId.slice(shared.length))}`
    : `scenes/${encodeURIComponent(viewerId)}`
  const response = await reach(`/api/v1/${path}`, { signal, headers: { accept: 'application/json' } })
  const body: unknown = await response.json().catch(() => null)
  const scene = isRecord(body) ? body['scene'] : null
  if (!isScene(scene)) throw new LoadingError('The server gave an answer that this viewer does not understand.')
  return scene
}

/**
 * Fetches the bytes of a mesh by its signed link, which leads to this site or to the storage that the page's security
 * policy names; no other origin can be reached. Nobody but this site gets the cookie.
 * @throws {LoadingError}
 */
export async function fetchMesh(url: string, signal: AbortSignal, progress: Progress): Promise<Uint8Array> {
  const address = new URL(url, location.href)
  const response = await reach(address.href, { signal, headers: { accept: 'model/gltf-binary' } })
  const length = Number(response.headers.get('content-length'))
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let received = 0
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    received += value.length
    progress(received, total)
  }
  return joined(parts, received)
}

/**
 * Fetches with the session's cookie, which goes to this site only.
 * @throws {LoadingError} with the server's own words where it gave some
 */
export async function reach(address: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetchInTurn(address, { ...init, credentials: 'same-origin' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new LoadingError('The server cannot be reached. Check the connection and try again.', { cause: error })
  }
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  throw new LoadingError(saidIn(body) ?? wordsFor(response.status))
}

/** The server's own words: one message, or those of the fields that are wrong. */
function saidIn(body: unknown): string | null {
  const error = isRecord(body) ? body['error'] : null
  if (typeof error === 'string') return error
  const words = isRecord(error) ? Object.values(error).flat().join(' ') : ''
  return words === '' ? null : words
}

function wordsFor(status: number): string {
  if (status === 401) return 'You are signed out. Sign in again to see the scan.'
  if (status === 403 || status === 404) return 'This scan does not exist, or you may not see it.'
  if (status === 429) return 'Too many requests. Wait a moment and try again.'
  return 'The scan could not be loaded.'
}

function isScene(value: unknown): value is Scene {
  return (
    isRecord(value) &&
    typeof value['label'] === 'string' &&
    Array.isArray(value['files']) &&
    value['files'].every(isSceneFile)
  )
}

function isSceneFile(value: unknown): value is SceneFile {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['name'] === 'string' &&
    typeof value['mesh_url'] === 'string' &&
    (value['coarse_url'] === null || typeof value['coarse_url'] === 'string') &&
    (value['jaws_id'] === 1 || value['jaws_id'] === 2 || value['jaws_id'] === 3)
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
