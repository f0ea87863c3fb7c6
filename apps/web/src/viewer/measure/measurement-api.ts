import type { Measurement, NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import { askApi, mayAddTo, STRANGE } from '../case-api.ts'
import { isRecord, LoadingError } from '../scene-api.ts'

/**
 * What was measured on a case, and whether more may be saved.
 * @throws {LoadingError} with the server's own words where it gave some; so do all calls here
 */
export async function fetchMeasurements(patientId: number): Promise<{ measurements: Measurement[]; mayAdd: boolean }> {
  const body = await askApi(`patients/${patientId}/measurements`, 'GET')
  if (!Array.isArray(body['measurements'])) throw new LoadingError(STRANGE)
  return { measurements: body['measurements'].map(measurementOf), mayAdd: mayAddTo(body) }
}

/** `intent`: one for all tries of the same measurement, so that it is there once. */
export const saveMeasurement = async (patientId: number, one: NewMeasurement, intent: string): Promise<Measurement> =>
  measurementOf((await askApi(`patients/${patientId}/measurements`, 'POST', one, intent))['measurement'])

export const removeMeasurement = async (id: number): Promise<void> =>
  void (await askApi(`measurements/${id}`, 'DELETE'))

function measurementOf(value: unknown): Measurement {
  const whole =
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['value'] === 'number' &&
    typeof value['kind'] === 'string' &&
    Array.isArray(value['points']) &&
    isRecord(value['author']) &&
    isRecord(value['can'])
  if (!whole) throw new LoadingError(STRANGE)
  return value as unknown as Measurement
}
