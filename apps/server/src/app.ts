import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@archwire/contract/core/route.ts'
import { realtime } from '@archwire/contract/realtime.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Config } from './config.ts'
import { connect, type Connection } from './db/client.ts'
import { goodbyeMs } from './db/prepared.ts'
import { openAccessLog } from './http/access-log.ts'
import { answerBadAddress, answerError } from './http/errors.ts'
import { readinessOf } from './http/readiness.ts'
import { ignoreFormBodies, readJsonBodies } from './http/json-body.ts'
import { openApiDocument } from './http/openapi.ts'
import { openRateLimits } from './http/rate-limits.ts'
import { gatheredOutput, RequestLog } from './http/request-log.ts'
import { securityHeaders, warnOfStrangeProxy, webClient } from './http/security.ts'
import { allowSlowBody, endSlowRequests, silenceMs } from './http/slow-requests.ts'
import { openTurns } from './http/turns.ts'
import { apiBase, server } from './http/serve.ts'
import { errorLine } from './kernel/error-line.ts'
import { authenticator, liveSessions } from './modules/auth/index.ts'
import { accountSetupRoutes } from './modules/account-setup/routes.ts'
import { accountRoutes } from './modules/accounts/routes.ts'
import { announcementRoutes } from './modules/announcements/routes.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { byHandRoutes } from './modules/billing/by-hand-routes.ts'
import { billingRoutes } from './modules/billing/routes.ts'
import { contractPaymentRoutes } from './modules/contracts/payment-routes.ts'
import { contractRoutes } from './modules/contracts/routes.ts'
import { billingAddressRoutes } from './modules/billing-addresses/routes.ts'
import { biteRoutes } from './modules/bites/routes.ts'
import { bracketLibraryRoutes } from './modules/bracket-libraries/routes.ts'
import { calendarRoutes } from './modules/calendar/routes.ts'
import { caseListRoutes } from './modules/case-list/routes.ts'
import { caseListViewRoutes } from './modules/case-list-views/routes.ts'
import { caseRoutes } from './modules/cases/routes.ts'
import { caseFormRoutes } from './modules/cases/rx-form-routes.ts'
import { conversationRoutes } from './modules/conversations/routes.ts'
import { dashboardRoutes } from './modules/dashboard/routes.ts'
import { figureRoutes } from './modules/figures/routes.ts'
import { isOpenUpload } from './modules/files/index.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { locationRoutes } from './modules/locations/routes.ts'
import { mailPage } from './modules/mailbox/mail-page.ts'
import { mailboxRoutes } from './modules/mailbox/routes.ts'
import { memberRoutes } from './modules/members/routes.ts'
import { measurementRoutes } from './modules/measurements/routes.ts'
import { notificationSettingsRoutes } from './modules/notification-settings/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { onboardingRoutes } from './modules/onboardings/routes.ts'
import { openLinkRoutes } from './modules/open-links/routes.ts'
import { organizationRecordRoutes } from './modules/organization-record/routes.ts'
import { organizationRoutes } from './modules/organizations/routes.ts'
import { sealRoutes } from './modules/seals/routes.ts'
import { practiceContactRoutes } from './modules/practice-contacts/routes.ts'
import { practiceDefaultRoutes } from './modules/practice-defaults/routes.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { pushRoutes } from './modules/push/routes.ts'
import { reportRoutes } from './modules/reports/routes.ts'
import { requestRoutes } from './modules/requests/routes.ts'
import { flawedTrayRoutes } from './modules/requests/tray-routes.ts'
import { rxFormRoutes } from './modules/rx-forms/routes.ts'
import { pinRoutes } from './modules/pins/routes.ts'
import { caseTrayRoutes } from './modules/case-trays/routes.ts'
import { paletteRoutes } from './modules/palette/routes.ts'
import { paymentDifferenceRoutes } from './modules/payment-differences/routes.ts'
import { priceListRoutes } from './modules/price-lists/routes.ts'
import { creditRoutes } from './modules/credits/routes.ts'
import { admitDevice } from './modules/licenses/index.ts'
import { licenseRoutes } from './modules/licenses/routes.ts'
import { periodicRuleRoutes } from './modules/periodic-rules/routes.ts'
import { promotionCodeRoutes } from './modules/promotion-codes/routes.ts'
import { shareLinkRoutes } from './modules/share-links/routes.ts'
import { searchProtocol } from './modules/search/protocol/serve.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { todayRoutes } from './modules/today/routes.ts'
import { userRoutes } from './modules/users/routes.ts'
import { viewerRoutes } from './modules/viewer/routes.ts'
import { workRoutes } from './modules/work/routes.ts'
import { openBotCheck } from './services/bot-check/index.ts'
import type { EmbeddedMailServer } from './services/mail/embedded.ts'
import type { PaymentProvider } from './services/payments/port.ts'
import type { Pusher } from './services/push/port.ts'
import type { SearchServer } from './services/search-index/port.ts'
import type { Storage } from './services/storage/index.ts'
import { openStreamHub } from './stream/hub.ts'

/** What the application is built from; created by main.ts, and by tests. */
export interface Parts {
  config: Config
  connection: Connection
  appUrl: string
  storage: Storage
  mailServer: EmbeddedMailServer | undefined
  boss: PgBoss | undefined
  /** Undefined: the server pushes nothing. */
  pusher: Pusher | undefined
  /** Undefined: this server has no payment provider, and no practice can pay. */
  payments: PaymentProvider | undefined
  /** Undefined: the portal answers searches itself. */
  search?: SearchServer | undefined
  /** Where log lines go instead of standard output; for tests. */
  logTo?: { write(line: string): void }
  /** The folder of the built web client. */
  webFolder?: string
}

export interface App {
  fastify: FastifyInstance
  /** Routes that were registered on the server, to compare with the contract. */
  served: Set<Route>
  /** From now on /readyz fails and every response closes its connection; everything else continues. */
  drain(): void
  /** Writes what is still buffered; for shutdown and tests. */
  flush(): Promise<void>
}

/** All wiring of the HTTP side, top to bottom. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, connection, storage } = parts
  const fastify = Fastify({
    logger: {
      level: config.logLevel,
      ...(parts.logTo ? { stream: parts.logTo } : config.mode === 'production' ? { stream: gatheredOutput() } : {}),
      serializers: { req: requestLine, err: errorLine },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    logController: new RequestLog({ disableRequestLogging: config.mode === 'test' }),
    requestTimeout: 30 * 60_000, // Uploads may run for half an hour; other bodies end after 30 s (slow-requests.ts).
    keepAliveTimeout: 72_000,
    connectionTimeout: silenceMs,
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 10_000 },
    genReqId: () => crypto.randomUUID().slice(0, 8),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    return503OnClosing: true,
    frameworkErrors: answerBadAddress,
  })
  fastify.decorateRequest('actor', undefined)
  fastify.decorateRequest('statements', undefined)
  fastify.decorateRequest('admittedAt', 0)
  fastify.setErrorHandler(answerError)
  await fastify.register(cookie)
  readJsonBodies(fastify)
  ignoreFormBodies(fastify)
  endSlowRequests(fastify)
  securityHeaders(fastify, config)
  if (config.mode === 'production') warnOfStrangeProxy(fastify)

  const drain = healthRoutes(fastify, parts)

  // The access log waits for no disk and takes no connection from pending requests; a crash may lose its last second
  // (`safety/audit`).
  const logs = connect(parts.appUrl, { pool: 1, name: 'archwire-log', durable: false })
  const accessLog = openAccessLog(logs.db, fastify.log)
  const served = new Set<Route>()
  const rateLimits = openRateLimits(config.rateFactor)
  const serve = server({
    fastify,
    db: connection.db,
    accessLog,
    served,
    authenticate: authenticator(connection.db, config, (error) =>
      fastify.log.warn({ err: error }, 'session not moved on'),
    ),
    rateLimits,
    // Reserves some connections for reads, whatever waits for a lock.
    writes: openTurns({
      most: Math.max(1, config.database.pool - 2),
      each: Math.max(1, Math.ceil((config.database.pool - 2) / 2)),
      patienceMs: 5_000,
    }),
    checkAnswers: config.mode !== 'production',
  })

  const botCheck = openBotCheck(config.botCheck)
  authRoutes(serve, { config, botCheck, admitDevice })
  accountRoutes(serve, { config, botCheck })
  caseRoutes(serve, { config, storage })
  caseFormRoutes(serve, { config, storage })
  caseListRoutes(serve, config)
  caseListViewRoutes(serve)
  todayRoutes(serve, config)
  requestRoutes(serve, config)
  flawedTrayRoutes(serve, config)
  workRoutes(serve)
  dashboardRoutes(serve, config)
  figureRoutes(serve, config)
  rxFormRoutes(serve, storage)
  fileRoutes(serve, storage)
  viewerRoutes(serve, storage)
  shareLinkRoutes(serve, { config, storage })
  pinRoutes(serve)
  conversationRoutes(serve)
  measurementRoutes(serve)
  memberRoutes(serve, config)
  biteRoutes(serve)
  calendarRoutes(serve, config)
  openLinkRoutes(serve)
  organizationRoutes(serve)
  organizationRecordRoutes(serve, { config, payments: parts.payments })
  practiceDefaultRoutes(serve, config)
  bracketLibraryRoutes(serve, storage)
  practiceContactRoutes(serve, config)
  billingAddressRoutes(serve)
  sealRoutes(serve)
  locationRoutes(serve)
  userRoutes(serve, config)
  caseTrayRoutes(serve, config)
  priceListRoutes(serve)
  creditRoutes(serve, config)
  licenseRoutes(serve, config)
  onboardingRoutes(serve, config)
  promotionCodeRoutes(serve, config)
  paymentDifferenceRoutes(serve)
  billingRoutes(serve, { config, payments: parts.payments })
  byHandRoutes(serve, config)
  contractRoutes(serve, { config })
  periodicRuleRoutes(serve, config)
  contractPaymentRoutes(serve, { config, payments: parts.payments })
  accountSetupRoutes(serve, { config, payments: parts.payments })
  paymentRoutes(serve, { config, botCheck, payments: parts.payments })
  reportRoutes(serve, storage, config)
  searchRoutes(serve, config)
  paletteRoutes(serve)
  settingsRoutes(serve, config)
  announcementRoutes(serve)
  notificationRoutes(serve)
  notificationSettingsRoutes(serve)
  pushRoutes(serve, parts.pusher)
  mailboxRoutes(serve, parts.mailServer)
  mailPage(fastify, connection.db, parts.mailServer)

  const hub = openStreamHub(parts.appUrl, fastify.log, (ids) => liveSessions(connection.db, ids, config))
  serve(realtime.stream, async ({ actor, query, reply }) => hub.open(actor, reply, query.missed_ms))

  storage.routes?.(fastify, { isOpen: (upload) => isOpenUpload(connection.db, upload), allowSlowBody })
  await searchProtocol(fastify, { db: connection.db, config, rateLimits, server: parts.search })
  referenceRoutes(fastify)
  const pages = parts.webFolder ?? join(import.meta.dirname, '..', '..', 'web', 'dist')
  webClient(fastify, pages, storage.origin, parts.payments?.fields)

  fastify.addHook('preClose', () => hub.close())
  fastify.addHook('onClose', async () => {
    // What it cannot write in this time is lost with the connection; a stop has 25 seconds in all.
    await Promise.race([accessLog.close(), sleep(goodbyeMs, undefined, { ref: false })])
    await logs.close()
  })
  return { fastify, served, drain, flush: () => accessLog.flush() }
}

/**
 * Method and path without the query's values, which may be names of patients (`safety/private`), without the keys of share
 * links and of Monday mails, and without promotion codes that are tried: anything can be typed there, a card number, too.
 */
export const requestLine = (request: { method: string; url: string; id?: unknown }) => ({
  method: request.method,
  path: request.url
    .split('?')[0]!
    .replace(/^(\/shared\/|\/viewer\/s_|.*\/shared_scenes\/|.*\/monday_mail\/)[\w-]+/, '$1…')
    .replace(/(\/validate_code\/).+/, '$1…'),
})

function referenceRoutes(fastify: FastifyInstance): void {
  let document: string | undefined
  fastify.get(`${apiBase}/openapi.json`, (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApiDocument()))),
  )
}

/**
 * Liveness never depends on the database; readiness does, and ends with the first signal to stop (`safety/stop`).
 * Returns how to start the stop: a load balancer that polls /readyz sends no new requests, and connected clients
 * reconnect elsewhere.
 */
function healthRoutes(fastify: FastifyInstance, { connection }: Parts): () => void {
  let stopping = false
  const drain = () => void (stopping = true)
  fastify.addHook('preClose', async () => drain())
  // A connection whose last response was in progress when the stop started would otherwise be kept alive, and the stop
  // would wait for it.
  fastify.addHook('onSend', async (_request, reply) => void (stopping && reply.header('connection', 'close')))
  fastify.get('/livez', async () => ({ status: 'alive' }))
  fastify.get('/readyz', async (_request, reply) => {
    const { code, status } = await readinessOf(connection.pool, stopping)
    return reply.code(code).send({ status })
  })
  return drain
}
