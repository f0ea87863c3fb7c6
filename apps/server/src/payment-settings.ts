/** How the payment provider is reached. */
export interface PaymentSettings {
  url: string
  token: string
  webToken: string
  webhookSecret: string
  script: string
  /** Further origins that its script loads frames from and calls. */
  origins: string[]
}

interface Environment {
  NODE_ENV: 'production' | 'development' | 'test'
  PAYMENTS_URL?: string | undefined
  PAYMENTS_TOKEN?: string | undefined
  PAYMENTS_WEB_TOKEN?: string | undefined
  PAYMENTS_WEBHOOK_SECRET?: string | undefined
  PAYMENTS_SCRIPT?: string | undefined
  PAYMENTS_ORIGINS?: string | undefined
  PAYMENTS_STAND_IN?: boolean | undefined
}

/** What a payment provider needs to be reached. */
const needed = [
  'PAYMENTS_URL',
  'PAYMENTS_TOKEN',
  'PAYMENTS_WEB_TOKEN',
  'PAYMENTS_WEBHOOK_SECRET',
  'PAYMENTS_SCRIPT',
] as const

/** The payment provider's settings; that they are whole is checked by `halfPayments`. */
export function paymentsOf(env: Environment): PaymentSettings | undefined {
  if (!env.PAYMENTS_URL) return undefined
  return {
    url: env.PAYMENTS_URL,
    token: env.PAYMENTS_TOKEN!,
    webToken: env.PAYMENTS_WEB_TOKEN!,
    webhookSecret: env.PAYMENTS_WEBHOOK_SECRET!,
    script: env.PAYMENTS_SCRIPT!,
    origins: (env.PAYMENTS_ORIGINS ?? '').split(',').filter(Boolean),
  }
}

/** Whether the embedded stand-in takes the provider's place: unless said otherwise, in development alone. */
export const wantsStandIn = (env: Environment): boolean =>
  !env.PAYMENTS_URL && (env.PAYMENTS_STAND_IN ?? env.NODE_ENV === 'development')

/** A payment provider of which some settings are missing, or beside its stand-in. */
export function halfPayments(env: Environment): string[] {
  const given = needed.filter((name) => env[name])
  if (given.length === 0) return []
  const missing = needed.filter((name) => !env[name])
  if (missing.length > 0) return [`${given[0]} is set, but ${missing.join(', ')} is missing.`]
  return env.PAYMENTS_STAND_IN ? ['PAYMENTS_STAND_IN and PAYMENTS_URL are both set: use one of them.'] : []
}

/** What production refuses of the payment provider's settings. */
export function unsafePayments(env: Environment): string[] {
  const clear = (['PAYMENTS_URL', 'PAYMENTS_SCRIPT', 'PAYMENTS_ORIGINS'] as const).filter((name) =>
    (env[name] ?? '').split(',').some((url) => url !== '' && !isHttps(url)),
  )
  return [
    ...(env.PAYMENTS_STAND_IN ? ['Production refuses PAYMENTS_STAND_IN: the stand-in charges nothing.'] : []),
    ...clear.map((name) => `Production needs https: ${name} must start with it.`),
  ]
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
