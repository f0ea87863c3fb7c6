import type { Pin } from '@archwire/contract/pins/routes.ts'
import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { askApi, mayAddTo, STRANGE } from '../case-api.ts'
import { isRecord, LoadingError } from '../scene-api.ts'

/** A comment that is about to be pinned; `point` in the coordinates of its file. */
export type NewPin = { kind: ScanKind; file_id: number; point: readonly [number, number, number]; text: string }
export type PinChange = { text?: string; done?: boolean; version: number }

/**
 * The comments of a case, and whether one may be added.
 * @throws {LoadingError} with the server's own words where it gave some; so do all calls here
 */
export async function fetchPins(patientId: number): Promise<{ pins: Pin[]; mayAdd: boolean }> {
  const body = await askApi(`patients/${patientId}/pins`, 'GET')
  if (!Array.isArray(body['pins'])) throw new LoadingError(STRANGE)
  return { pins: body['pins'].map(pinOf), mayAdd: mayAddTo(body) }
}

/** `intent`: one for all tries of the same pin, so that it is there once. */
export const addPin = async (patientId: number, pin: NewPin, intent: string): Promise<Pin> =>
  pinOf((await askApi(`patients/${patientId}/pins`, 'POST', pin, intent))['pin'])

export const changePin = async (id: number, change: PinChange): Promise<Pin> =>
  pinOf((await askApi(`pins/${id}`, 'PUT', change))['pin'])

export const removePin = async (id: number): Promise<void> => void (await askApi(`pins/${id}`, 'DELETE'))

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
