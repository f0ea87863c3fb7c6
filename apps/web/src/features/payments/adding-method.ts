import { payments } from '@archwire/contract/client/payments'
import type { PaymentMethodBody } from '@archwire/contract/payments/schema.ts'
import { ApiError, call, newIntent } from '../../lib/api.ts'
import { isUnanswered } from '../../lib/intent.ts'

/** The bot check failed: nothing was sent. */
export class BotCheckFailed extends Error {}

interface Steps {
  /** Its id at the provider, if the practice has one. */
  customerId: string | null
  /** What the provider is to keep, its fields included: other input is another method. */
  given: string
  /** How often the provider reported input in its fields: a token of earlier input is not used again. */
  reported: number
  /** What is sent besides token and bot check. */
  body: Omit<PaymentMethodBody, 'token_id' | 'bot_check'>
  solveBotCheck: () => Promise<string>
  /** Gives the provider what was entered. */
  tokenize: (customerId: string) => Promise<{ id: string }>
  onStep: (step: Step) => void
}

export type Step = 'checking' | 'tokenizing' | 'saving'

/**
 * Adds a payment method step by step. A step that was done is not repeated, and a request without an answer is repeated
 * unchanged, under its own key and however much later: so it adds the method once.
 */
export class AddingMethod {
  private readonly customerKey = newIntent()
  private customerId: string | null = null
  private token: { of: string; id: string } | undefined
  private request: { of: string; key: string; body: PaymentMethodBody } | undefined

  async add(steps: Steps) {
    const of = JSON.stringify([steps.given, steps.body])
    if (this.request?.of !== of) this.request = { of, key: newIntent(), body: await this.prepare(steps) }
    const { body, key } = this.request
    steps.onStep('saving')
    try {
      return await call(payments.addMethod, { body }, { idempotencyKey: key })
    } catch (error) {
      if (!isUnanswered(error)) {
        this.request = undefined
        if (!isAboutOtherFields(error)) this.token = undefined
      }
      throw error
    }
  }

  private async prepare(steps: Steps): Promise<PaymentMethodBody> {
    steps.onStep('checking')
    const bot_check = await steps.solveBotCheck().catch(() => {
      throw new BotCheckFailed()
    })
    const customerId = steps.customerId ?? (await this.begin(steps.body.organization_id))
    const of = `${steps.reported} ${steps.given}`
    if (this.token?.of !== of) {
      steps.onStep('tokenizing')
      this.token = { of, id: (await steps.tokenize(customerId)).id }
    }
    return { ...steps.body, token_id: this.token.id, bot_check }
  }

  /** Makes the practice known to the provider. */
  private async begin(organizationId: number): Promise<string> {
    if (this.customerId !== null) return this.customerId
    const { payment_info } = await call(
      payments.begin,
      { body: { organization_id: organizationId } },
      { idempotencyKey: this.customerKey },
    )
    this.customerId = payment_info.customer_id
    if (this.customerId === null) throw new ApiError(0, 0, 'Something went wrong, please try again.')
    return this.customerId
  }
}

/** Whether the provider's token was not what was refused: a wrong password, say. */
const isAboutOtherFields = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.fields).length > 0 && !('token_id' in error.fields)
