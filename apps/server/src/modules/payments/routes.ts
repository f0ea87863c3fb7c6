import { payments } from '@archwire/contract/payments/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { intendMethod, methodEffect } from './add-method.ts'
import { practiceOfMethod } from './commands/lock-method.ts'
import { prove } from './commands/prove.ts'
import { removeMethod } from './commands/remove-method.ts'
import { updateMethod } from './commands/update-method.ts'
import { customerEffect, intendCustomer } from './customer.ts'
import { payingPractice, readInfo } from './queries.ts'

interface Parts {
  config: Config
  botCheck: BotCheck
  payments: PaymentProvider | undefined
}

/** Registers the calls about how a practice pays. */
export function paymentRoutes(serve: Serve, { config, botCheck, payments: provider }: Parts): void {
  const present = { provider, zone: config.labZone }

  serve(payments.info, ({ db, actor, query }) => readInfo(db, actor, query.organization_id, present))

  serve(payments.begin, {
    ...customerEffect(provider),
    intend: ({ trx, actor, body }) => intendCustomer(trx, actor, body.organization_id, provider),
    answer: ({ db, actor, body }) => readInfo(db, actor, body.organization_id, present),
  })

  serve(payments.addMethod, {
    ...methodEffect(provider),
    prepare: async ({ db, actor, body: { organization_id, current_password: password } }) =>
      prove(db, actor, { practice: await payingPractice(db, actor, organization_id), password, config }),
    intend: ({ trx, actor, body, prepared: checked }) =>
      intendMethod(trx, actor, body, { provider, botCheck, checked }),
    answer: async ({ db, actor, body }, { id }) => ({
      ...(await readInfo(db, actor, body.organization_id, present)),
      payment_method_id: id,
      message: 'The payment method is saved.',
    }),
  })

  serve(payments.updateMethod, {
    prepare: async ({ db, actor, params, body: { is_primary, current_password: password } }) => {
      const practice = await practiceOfMethod(db, actor, params.id)
      return is_primary === true && prove(db, actor, { practice, password, config })
    },
    handle: async ({ trx, actor, params, body, prepared: checked }) => {
      const organizationId = await updateMethod(trx, actor, params.id, body, { provider, checked })
      const message = body.is_primary ? 'The primary payment method is changed.' : 'The payment method is saved.'
      return { ...(await readInfo(trx, actor, organizationId, present)), payment_method_id: params.id, message }
    },
  })

  serve(payments.removeMethod, {
    prepare: async ({ db, actor, params, body: { current_password: password } }) =>
      prove(db, actor, { practice: await practiceOfMethod(db, actor, params.id), password, config }),
    handle: async ({ trx, actor, params, prepared: checked }) => {
      const organizationId = await removeMethod(trx, actor, params.id, { provider, checked })
      return { ...(await readInfo(trx, actor, organizationId, present)), message: 'The payment method is removed.' }
    },
  })
}
