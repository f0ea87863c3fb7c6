import type { PlantedFault } from './fault.ts'

const takeover = 'apps/server/test/account-takeover.test.ts'
const limits = 'apps/server/test/limits.test.ts'
const streams = 'apps/server/test/streams.test.ts'
const reach = 'apps/server/test/reach.test.ts'

/** Ways into accounts, limits of passwords, and how far people see. */
export const access: PlantedFault[] = [
  {
    name: 'a new password leaves open links alone',
    finding: 'account-takeover',
    file: 'apps/server/src/modules/auth/void-access.ts',
    find: 'where user_id = ${userId} and used_at is null)',
    replace: "where user_id = ${userId} and used_at is null and purpose in ('reset', 'initial'))",
    test: { project: 'server', file: takeover, name: 'that a thief asked for dies with a new password' },
  },
  {
    name: 'the link of a changed address signs in',
    finding: 'account-takeover',
    file: 'apps/server/src/modules/accounts/commands/sign-up.ts',
    find: "return { userId, signsIn: purpose === 'verification' }",
    replace: 'return { userId, signsIn: true }',
    test: { project: 'server', file: takeover, name: 'signs nobody in' },
  },
  {
    name: 'an address moves without shutting the other ways in',
    finding: 'account-takeover',
    file: 'apps/server/src/modules/accounts/commands/profile.ts',
    find: '  await voidAccess(trx, userId)\n',
    replace: '',
    test: {
      project: 'unit',
      file: 'apps/server/src/modules/auth/void-access.unit.test.ts',
      name: 'shuts its other ways',
    },
  },
  {
    name: 'tries are counted however many there were',
    finding: 'password-tries',
    file: 'apps/server/src/modules/auth/attempts.ts',
    find: '        < case when',
    replace: '        < 10 + case when',
    test: { project: 'server', file: limits, name: 'of a known account, from one address' },
  },
  {
    name: 'a password of one’s own is looked at before it is counted',
    finding: 'password-tries',
    file: 'apps/server/src/modules/auth/commands.ts',
    find: 'const attempt = await takeAttempt(db, { account: own.email, address: sent.address }, config.loginLimits)',
    replace: 'const attempt = { keys: [], at: now() }',
    test: { project: 'server', file: limits, name: 'of the own password in the profile' },
  },
  {
    name: 'each address of an IPv6 network counts for itself',
    finding: 'password-tries',
    file: 'apps/server/src/modules/auth/attempts.ts',
    find: '`network ${networkOf(who.address)}`',
    replace: '`network ${who.address}`',
    test: { project: 'server', file: limits, name: 'of one network with IPv6' },
  },
  {
    name: 'a code begets a code',
    finding: 'code-for-a-code',
    file: 'packages/contract/src/auth/routes.ts',
    find: "    secret: true,\n    needs: 'session',\n    rate: { max: 30, per: 'user' },\n    returns: z.strictObject({ desktop_code",
    replace:
      "    secret: true,\n    oneTimeCode: true,\n    needs: 'session',\n    rate: { max: 30, per: 'user' },\n    returns: z.strictObject({ desktop_code",
    test: { project: 'server', file: takeover, name: 'begets no other code' },
  },
  {
    name: 'what a page asks by itself keeps the lab signed in',
    finding: 'lasting-rights',
    file: 'apps/server/src/modules/auth/authenticate.ts',
    find: 'if (bearer || request.headers[inputHeader] !== undefined) touchSession',
    replace: 'touchSession',
    test: { project: 'server', file: streams, name: 'passes while the page asks by itself' },
  },
  {
    name: 'members hear of cases that are not their own',
    finding: 'tenancy',
    file: 'apps/server/src/stream/hub.ts',
    find: 'return notice.own.doctor === scope.user || notice.own.creator === scope.user',
    replace: 'return true',
    test: { project: 'server', file: streams, name: 'another member' },
  },
  {
    name: 'a stream keeps the rights of its opening',
    finding: 'tenancy',
    file: 'apps/server/src/stream/hub.ts',
    find: '      listener.actor = actor\n',
    replace: '',
    test: { project: 'server', file: streams, name: 'follows a membership that is taken away' },
  },
  {
    name: 'a partner asks for patients that are not its own',
    finding: 'tenancy',
    file: 'apps/server/src/modules/cases/queries.ts',
    find: "${rows(wholePractices(scope), 'patients', 'p')}",
    replace: 'patients p',
    test: { project: 'server', file: reach, name: 'is among the cases that one may read' },
  },
  {
    name: 'a partner assigns anybody',
    finding: 'tenancy',
    file: 'apps/server/src/modules/work/processes.ts',
    find: "(actor.role === 'tech_support' || actor.role === 'lab_partner')",
    replace: "actor.role === 'tech_support'",
    test: { project: 'server', file: reach, name: 'is set by a partner for itself only' },
  },
  {
    name: 'practices look for archived cases',
    finding: 'tenancy',
    file: 'apps/server/src/modules/case-list/filters.sql.ts',
    find: "if (search['filter[archived_only]'] === true && !actor.permissions.has('organization.view-archived'))\n    throw new Forbidden()",
    replace: '',
    test: { project: 'server', file: reach, name: 'archived cases are listed for those of the lab' },
  },
  {
    name: 'practices read who works on their cases in lists',
    finding: 'tenancy',
    file: 'apps/server/src/modules/case-list/queries.ts',
    find: 'json_agg(${rowFor(actor)} || ${unreadMessages(actor)} order by u.position)',
    replace: 'json_agg(c.row order by u.position)',
    test: { project: 'server', file: reach, name: 'the list' },
  },
  {
    name: 'kept answers are in clear',
    finding: 'answers-in-clear',
    file: 'apps/server/src/http/idempotency.ts',
    find: 'seal(actor.userId, attempt, JSON.stringify(answer))',
    replace: 'Buffer.from(JSON.stringify(answer))',
    test: {
      project: 'server',
      file: 'apps/server/test/idempotency.test.ts',
      name: 'a kept answer is read by nobody',
    },
  },
  {
    name: 'mail goes out where TLS was stripped',
    finding: 'stripped-tls',
    file: 'apps/server/src/services/mail/smtp.ts',
    find: 'requireTLS: options.requireTls ?? false',
    replace: 'requireTLS: false',
    test: {
      project: 'server',
      file: 'apps/server/test/production.test.ts',
      name: 'to send mail where TLS was stripped',
    },
  },
  {
    name: 'a page of one person acts in the session of another',
    finding: 'whose-page',
    file: 'apps/server/src/modules/auth/authenticate.ts',
    find: 'if (named !== undefined && named !== String(session.id))',
    replace: 'if (named === "nobody")',
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/roles.test.ts',
      name: 'acts for nobody on a page of somebody else',
    },
  },
]
