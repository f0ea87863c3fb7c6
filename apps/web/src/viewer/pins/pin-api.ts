import type { Pin } from '@archwire/contract/pins/routes.ts'
import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { isRecord, LoadingError, reach } from '../scene-api.ts'

/** A comment that is about to be pinned; `point` in the coordinates of its file. */
export type NewPin = { kind: ScanKind; file_id: number; point: readonly [number, number, number]; text: string }
export type PinChange = { text?: string; done?: boolean; version: number }

/**
 * The comments of a case, and whether one may be added.
 * @throws {LoadingError} with the server's own words where it gave some; so do all calls here
 */
export async function fetchPins(patientId: number): Promise<{ pins: Pin[]; mayAdd: boolean }> {
  const body = await ask(`patients/${patientId}/pins`, 'GET')
  if (!Array.isArray(body['pins'])) throw new LoadingError(STRANGE)
  const can = body['can']
  return { pins: body['pins'].map(pinOf), mayAdd: isRecord(can) && can['add'] === true }
}

/** `intent`: one for all tries of the same pin, so that it is there once. */
export const addPin = async (patientId: number, pin: NewPin, intent: string): Promise<Pin> =>
  pinOf((await ask(`patients/${patientId}/pins`, 'POST', pin, { 'idempotency-key': intent }))['pin'])

export const changePin = async (id: number, change: PinChange): Promise<Pin> =>
  pinOf((await ask(`pins/${id}`, 'PUT', change))['pin'])

export const removePin = async (id: number): Promise<void> => void (await ask(`pins/${id}`, 'DELETE'))

const STRANGE = 'The server gave an answer that this viewer does not understand.'

/** Calls the API with the session's cookie; the browser itself says which page asks. */
async function ask(path: string, method: string, body?: object, more = {}): Promise<Record<string, unknown>> {
  const response = await reach(`/api/v1/${path}`, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!isRecord(answer)) throw new LoadingError(STRANGE)
  return answer
}

function pinOf(value: unknown): Pin {
  const whole =
    isRecord(value) &&
    ['id', 'number', 'file_id', 'version'].every((name) => typeof value[name] === 'number') &&
    typeof value['text'] === 'string' &&
    Array.isArray(value['point']) &&
    isRecord(value['author']) &&
    isRecord(value['can'])
  if (!whole) throw new LoadingError(STRANGE)
  return value as unknown as Pin
}
