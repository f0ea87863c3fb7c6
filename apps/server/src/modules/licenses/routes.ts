import { devices, licenses } from '@archwire/contract/licenses/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { checkOwnPassword } from '../auth/index.ts'
import { buySeats, checkBuyer } from './commands/buy-seats.ts'
import { removeDevice, updateDevice } from './commands/devices.ts'
import { createLicense, deleteLicense, setLicenseStatus, updateLicense } from './commands/licenses.ts'
import { findDevice, findLicense, listLicenses, listTypes, readOwnLicense } from './queries.ts'

export function licenseRoutes(serve: Serve, config: Config): void {
  const zone = config.labZone
  serve(licenses.list, ({ db, actor, query }) => listLicenses(db, actor, query))

  serve(licenses.get, async ({ db, actor, params }) => ({ license: await findLicense(db, actor, params.id) }))

  serve(licenses.create, async ({ trx, actor, body }) => {
    const id = await createLicense(trx, actor, body)
    return { license: await findLicense(trx, actor, id), message: 'The license is added.' }
  })

  serve(licenses.update, async ({ trx, actor, params, body }) => {
    await updateLicense(trx, actor, params.id, body)
    return { license: await findLicense(trx, actor, params.id), message: 'The license is saved.' }
  })

  serve(licenses.remove, async ({ trx, actor, params }) => {
    await deleteLicense(trx, actor, params.id)
    return { message: 'The license is deleted.' }
  })

  serve(licenses.setStatus, async ({ trx, actor, params, body }) => {
    await setLicenseStatus(trx, actor, params.id, body.active, zone)
    const message = body.active ? 'The license is on.' : 'The license is off.'
    return { license: await findLicense(trx, actor, params.id), message }
  })

  serve(licenses.types, async ({ db }) => ({ license_types: await listTypes(db) }))

  serve(licenses.ofPractice, ({ db, actor, params }) => readOwnLicense(db, actor, params.id, { zone }))

  serve(licenses.buySeats, {
    prepare: async ({ db, actor, params, body: { current_password: password } }) => {
      await checkBuyer(db, actor, params.id)
      await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
    },
    handle: async ({ trx, actor, params, body }) => {
      await buySeats(trx, actor, params.id, body)
      return { ...(await readOwnLicense(trx, actor, params.id, { zone })), message: 'The seats are saved.' }
    },
  })

  serve(devices.update, async ({ trx, actor, params, body }) => {
    await updateDevice(trx, actor, params.id, body)
    return { device: await findDevice(trx, actor.scope, params.id), message: 'The device is saved.' }
  })

  serve(devices.remove, async ({ trx, actor, params }) => {
    await removeDevice(trx, actor, params.id)
    return { message: 'The device is removed.' }
  })
}
