import { pins } from '@archwire/contract/pins/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { addPin, changePin, removePin } from './commands.ts'
import { findPin, listPins } from './queries.ts'

export function pinRoutes(serve: Serve): void {
  serve(pins.list, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return listPins(db, actor, params.id)
  })

  serve(pins.create, async ({ trx, actor, params, body: { file_id, ...body } }) => {
    const id = await addPin(trx, actor, { patientId: params.id, fileId: file_id, ...body })
    return { pin: await findPin(trx, actor, id), message: 'The comment is pinned.' }
  })

  serve(pins.update, async ({ trx, actor, params, body }) => {
    await changePin(trx, actor, params.id, body)
    const said = body.done === undefined ? 'The comment is saved.' : doneWords[String(body.done) as 'true' | 'false']
    return { pin: await findPin(trx, actor, params.id), message: said }
  })

  serve(pins.remove, async ({ trx, actor, params }) => {
    await removePin(trx, actor, params.id)
    return { message: 'The comment is removed.' }
  })
}

const doneWords = { true: 'The comment is done.', false: 'The comment is open again.' } as const
