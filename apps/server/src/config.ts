import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isTimeZone, unknownZone } from '@archwire/contract/core/time-zones.ts'
import { z } from 'zod'
import { searchOf, type SearchServerSettings } from './search-settings.ts'
import { type PaymentSettings, paymentsOf, wantsStandIn } from './payment-settings.ts'
import { publicHalf, unsafeSettings } from './unsafe-settings.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

/** Every variable that the server reads, with its meaning and default. Nothing else reads the environment. */
const Environment = z.object({
  /** `production` refuses to start without secrets and mail; `development` makes its own and shows /mailbox. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  /** Where the server listens. 0 takes a free port. */
  PORT: z.coerce.number().int().min(0).max(65535).default(4100),
  HOST: z.string().default('127.0.0.1'),
  /** The address that people use; links in mails start with it. */
  PUBLIC_URL: z.url().optional(),
  /** Embedded database, local files, secrets and logs live here. */
  DATA_DIR: z.string().default('data'),
  /** An external PostgreSQL (15 or newer): the role that owns the schema. Empty: the embedded one. */
  DATABASE_URL: z.string().optional(),
  /** The role that the application works with; may only insert into the audit tables. Empty: derived from DATABASE_URL. */
  DATABASE_APP_URL: z.string().optional(),
  /** Connections a process keeps at most: about three for each core of the database. Keep the sum below its limit. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(8),
  /** Signs storage links; 32 bytes or more of randomness. Development makes one under DATA_DIR. */
  STORAGE_SECRET: z.string().min(32).optional(),
  /** Signs the challenges of the bot check; 32 bytes or more of randomness. Development makes one under DATA_DIR. */
  BOT_CHECK_SECRET: z.string().min(32).optional(),
  /** Work of one guess of the bot check (PBKDF2 iterations); a browser makes about a hundred. Tests lower it. */
  BOT_CHECK_COST: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  /** The bucket of an S3-compatible storage, for more than one machine. Empty: a folder under DATA_DIR. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'small letters, digits and hyphens')
    .optional(),
  /** Address of the storage. Empty: Amazon's own, by region. */
  S3_ENDPOINT: z.url().optional(),
  /** How browsers reach the storage, when that is another address. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** `https://host/bucket/key` instead of `https://bucket.host/key`; most servers that are not Amazon's want it. */
  S3_PATH_STYLE: flag(false),
  /** SMTP server, `smtp://user:pass@host:587`; production insists on TLS (STARTTLS, or smtps://). Empty in development: the embedded one, readable at /mailbox. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Archwire <no-reply@archwire.example>'),
  /** The server's key for notices in browsers, as `web-push generate-vapid-keys` makes it. Empty in production: none are sent. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'a public key of 87 characters')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'a private key of 43 characters')
    .optional(),
  /** Push services that browsers may name, a comma list; `*.` before a name covers what ends with it. */
  PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com')
    .refine(
      (list) => list.split(',').every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)),
      'a comma list of hosts',
    ),
  /** The payment provider's API, as docs/payments.md says. All five, or none: then no practice can pay. */
  PAYMENTS_URL: z.url().optional(),
  PAYMENTS_TOKEN: z.string().optional(),
  /** The public key of the lab's account, for the provider's script. */
  PAYMENTS_WEB_TOKEN: z.string().optional(),
  /** Signs the provider's reports. */
  PAYMENTS_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** The provider's script. */
  PAYMENTS_SCRIPT: z.url().optional(),
  /** Further origins that the script loads frames from and calls, a comma list. */
  PAYMENTS_ORIGINS: z
    .string()
    .regex(/^(https?:\/\/[\w.-]+(:\d+)?(,|$))*$/, 'a comma list of origins, like https://pay.example.com')
    .default(''),
  /** A Meilisearch server, and a key that may search it and write its indexes (docs/search.md). Both, or none. */
  SEARCH_URL: z.url().optional(),
  SEARCH_KEY: z.string().optional(),
  /** Whether the embedded stand-in takes the provider's place: it charges nothing. Empty: in development, without a provider. */
  PAYMENTS_STAND_IN: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === '1' || value === 'true')),
  /** Where the stand-in listens; a free port where that is taken, or PORT is 0. */
  PAYMENTS_PORT: z.coerce.number().int().min(0).max(65535).default(4110),
  /** Addresses whose X-Forwarded-For is trusted, a comma list; in a container's bridge that of its gateway. */
  TRUST_PROXY: z.string().default(''),
  /** The lab's time zone: business days, "today", date filters. */
  LAB_ZONE: z.string().refine(isTimeZone, unknownZone).default('America/Denver'),
  /** Days of production between submission and shipping. */
  PRODUCTION_DAYS: z.coerce.number().int().min(0).max(60).default(5),
  /** Business days between a setup's approval and the day on which its print leaves. */
  PRINT_DAYS: z.coerce.number().int().min(0).max(20).default(2),
  /** How links to the desktop application start. */
  DEEP_LINK_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*:\/\/$/, 'a scheme, like dibs://')
    .default('dibs://'),
  SESSION_HOURS: z.coerce.number().min(1).max(72).default(12),
  SESSION_REMEMBER_DAYS: z.coerce.number().min(1).max(90).default(14),
  MANAGEMENT_IDLE_MINUTES: z.coerce.number().min(5).max(720).default(30),
  /** Failed sign-ins in 15 minutes before an account, or an address, has to wait. */
  LOGIN_FAILURES_PER_ACCOUNT: z.coerce.number().int().min(1).default(10),
  LOGIN_FAILURES_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
  LOGIN_FAILURES_WITHOUT_BOT_CHECK: z.coerce.number().int().min(1).default(3),
  /** Multiplies the calls per minute that one address or person may make (contract: `rate`). Load tests raise it. */
  RATE_FACTOR: z.coerce.number().min(0.1).max(100_000).default(1),
  /** Whether this process also runs the jobs. */
  WORKER: flag(true),
  /** Seconds without a turn of the event loop after which a process is ended, to be restarted. */
  WATCHDOG_SECONDS: z.coerce.number().int().min(2).max(600).default(30),
  /** After a signal to stop: seconds to keep serving while /readyz already fails. Empty: 5 in production, else 0. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** How a bucket is reached. */
export interface S3Settings {
  bucket: string
  /** Empty: Amazon's own, by region. */
  endpoint: string | undefined
  /** How browsers reach it, when that differs from how servers do. */
  publicEndpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  pathStyle: boolean
}

/** How notices reach browsers. */
export interface PushSettings {
  publicKey: string
  privateKey: string
  /** Whom a push service may write to about what this server sends. */
  subject: string
  /** Its push services. */
  hosts: string[]
}

export interface Config {
  mode: 'production' | 'development' | 'test'
  port: number
  host: string
  publicUrl: string | undefined
  /** People connect by https: cookies are sent on nothing else, whatever protocol a proxy in front uses with us. */
  secure: boolean
  dataDir: string
  database: { ownerUrl: string | undefined; appUrl: string | undefined; pool: number }
  /** Signs the links of local files; empty when files are in a bucket. */
  storageSecret: string
  botCheck: { secret: string; cost: number }
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Undefined: nothing is pushed, and push is offered nowhere. */
  push: PushSettings | undefined
  /** Undefined, and no stand-in: no practice can pay. */
  payments: PaymentSettings | undefined
  /** Undefined: the portal answers searches from its own database. */
  search: SearchServerSettings | undefined
  /** The embedded stand-in of the payment provider, and its port. */
  paymentStandIn: { port: number } | undefined
  trustProxy: string[]
  labZone: string
  productionDays: number
  printDays: number
  deepLinkScheme: string
  session: { hours: number; rememberDays: number; managementIdleMinutes: number }
  loginLimits: { perAccount: number; perAddress: number; withoutBotCheck: number }
  rateFactor: number
  worker: boolean
  watchdogSeconds: number
  drainSeconds: number
  logLevel: string
}

/** Reads and checks the environment; throws one sentence that names everything wrong with it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new TypeError(`Configuration: ${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  const s3 = bucketOf(env)
  if (env.NODE_ENV === 'production') {
    const missing = [
      // A server may run with only the application's role; then it does not migrate.
      ...(env.DATABASE_URL || env.DATABASE_APP_URL ? [] : ['DATABASE_URL']),
      ...(s3 ? [] : (['STORAGE_SECRET'] as const)).filter((name) => !env[name]),
      ...(['BOT_CHECK_SECRET', 'SMTP_URL', 'PUBLIC_URL'] as const).filter((name) => !env[name]),
    ]
    if (missing.length > 0) throw new TypeError(`Production needs ${missing.join(', ')} in the environment.`)
  }
  const [unsafe] = unsafeSettings(env)
  if (unsafe) throw new TypeError(unsafe)
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    secure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    dataDir,
    database: { ownerUrl: env.DATABASE_URL, appUrl: env.DATABASE_APP_URL, pool: env.DATABASE_POOL },
    storageSecret: s3 ? '' : (env.STORAGE_SECRET ?? secretUnder(dataDir, 'storage-secret')),
    botCheck: { secret: env.BOT_CHECK_SECRET ?? secretUnder(dataDir, 'bot-check-secret'), cost: env.BOT_CHECK_COST },
    s3,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    push: pushOf(env, dataDir),
    payments: paymentsOf(env),
    search: searchOf(env),
    paymentStandIn: wantsStandIn(env) ? { port: env.PORT === 0 ? 0 : env.PAYMENTS_PORT } : undefined,
    trustProxy: env.TRUST_PROXY.split(',').filter(Boolean),
    labZone: env.LAB_ZONE,
    productionDays: env.PRODUCTION_DAYS,
    printDays: env.PRINT_DAYS,
    deepLinkScheme: env.DEEP_LINK_SCHEME,
    session: {
      hours: env.SESSION_HOURS,
      rememberDays: env.SESSION_REMEMBER_DAYS,
      managementIdleMinutes: env.MANAGEMENT_IDLE_MINUTES,
    },
    loginLimits: {
      perAccount: env.LOGIN_FAILURES_PER_ACCOUNT,
      perAddress: env.LOGIN_FAILURES_PER_ADDRESS,
      withoutBotCheck: env.LOGIN_FAILURES_WITHOUT_BOT_CHECK,
    },
    rateFactor: env.RATE_FACTOR,
    worker: env.WORKER,
    watchdogSeconds: env.WATCHDOG_SECONDS,
    drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? 5 : 0),
    logLevel: env.LOG_LEVEL,
  }
}

/** The address that links in mails start with. */
export const homeOf = (config: Config): string => config.publicUrl ?? `http://${config.host}:${config.port}`

/** The bucket's settings; a partial set is an error in every mode. */
function bucketOf(env: z.infer<typeof Environment>): S3Settings | undefined {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const given = [...needed, 'S3_ENDPOINT' as const, 'S3_PUBLIC_ENDPOINT' as const].filter((name) => env[name])
  if (given.length === 0) return undefined
  const missing = needed.filter((name) => !env[name])
  if (missing.length > 0) throw new TypeError(`${given[0]} is set, but ${missing.join(', ')} is missing.`)
  return {
    bucket: env.S3_BUCKET!,
    endpoint: env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
    pathStyle: env.S3_PATH_STYLE,
  }
}

/** The server's key for push: from the environment, both halves or none; else development makes one. */
function pushOf(env: z.infer<typeof Environment>, dataDir: string): PushSettings | undefined {
  const { VAPID_PRIVATE_KEY } = env
  if (env.NODE_ENV === 'production' && !VAPID_PRIVATE_KEY) return undefined
  const privateKey = VAPID_PRIVATE_KEY ?? Buffer.from(secretUnder(dataDir, 'vapid-key'), 'hex').toString('base64url')
  return {
    privateKey,
    publicKey: publicHalf(privateKey),
    // Angle brackets around the address, with a name before them, or the address alone.
    subject: `mailto:${/<(.+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`,
    hosts: env.PUSH_HOSTS.split(','),
  }
}

/** A random secret, made once and readable by this user alone. */
export function secretUnder(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('hex')
  try {
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
    return secret
  } catch {
    return readFileSync(file, 'utf8').trim()
  }
}
