import { measurements } from '@archwire/contract/measurements/routes.ts'
import { measurementWords } from '@archwire/contract/measurements/words.ts'
import type { Serve } from '../../http/serve.ts'
import { removeMeasurement, saveMeasurement } from './commands.ts'
import { findMeasurement, listMeasurements } from './queries.ts'

export function measurementRoutes(serve: Serve): void {
  serve(measurements.list, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return listMeasurements(db, actor, params.id)
  })

  serve(measurements.create, async ({ trx, actor, params, body }) => {
    const id = await saveMeasurement(trx, actor, params.id, body)
    const measurement = await findMeasurement(trx, actor, id)
    return { measurement, message: `Saved. ${measurementWords(measurement)}` }
  })

  serve(measurements.remove, async ({ trx, actor, params }) => {
    await removeMeasurement(trx, actor, params.id)
    return { message: 'The measurement is removed.' }
  })
}
