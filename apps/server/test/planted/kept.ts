import type { PlantedFault } from './fault.ts'

/**
 * The faults of what is kept and logged of mails and files, and of
 * what waits (`safety/error-lines`, `safety/limits`, `safety/sealed`).
 */
export const kept: PlantedFault[] = [
  {
    name: 'a mail server’s words are logged',
    finding: 'logged-contents',
    file: 'apps/server/src/kernel/error-line.ts',
    find: `  'responseCode' in error ||
  'response' in error ||
  'command' in error ||
`,
    replace: ``,
    test: {
      project: 'unit',
      file: 'apps/server/src/kernel/error-line.unit.test.ts',
      name: 'keeps no word of a mail server that refuses an address',
    },
  },
  {
    name: 'a child’s complaint is logged as it is',
    finding: 'logged-contents',
    file: 'apps/server/src/services/scan-processing/run-bounded.ts',
    find: `...framesOf(complaints())`,
    replace: `...framesOf(''), complaints()`,
    test: {
      project: 'unit',
      file: 'apps/server/src/services/scan-processing/run-bounded.unit.test.ts',
      name: 'passes no word of the file on, but where its child threw',
    },
  },
  {
    name: 'a mail keeps what its server said',
    finding: 'logged-contents',
    file: 'apps/server/src/services/mail/deliver.ts',
    find: `error: refusalOf(error)`,
    replace: `error: String(error)`,
    test: {
      project: 'server',
      file: 'apps/server/test/outages.test.ts',
      name: 'a mail that failed for good is sent once somebody runs its job again',
    },
  },
  {
    name: 'a link that has ended gets a new token',
    finding: 'kept-mail',
    file: 'apps/server/src/modules/auth/one-time-tokens.ts',
    find: `    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('id')
`,
    replace: `    .returning('id')
`,
    test: {
      project: 'server',
      file: 'apps/server/test/link-mails.test.ts',
      name: 'a mail whose link has ended meanwhile is not sent, and opens nothing again',
    },
  },
  {
    name: 'the filled mail is kept',
    finding: 'kept-mail',
    file: 'apps/server/src/services/mail/deliver.ts',
    find: `error: refusalOf(error), `,
    replace: `error: refusalOf(error), body_text: filled(mail.body_text), `,
    test: {
      project: 'server',
      file: 'apps/server/test/link-mails.test.ts',
      name: 'access.invitation: no token is kept with the mail, and tries leave one that opens something',
    },
  },
  {
    name: 'waiting uploads are counted without waiting for others',
    finding: 'upload-count',
    file: 'apps/server/src/modules/files/uploads.ts',
    find: `    await sql\`select pg_advisory_xact_lock(hashtextextended('uploads', \${upload.organizationId}))\`.execute(trx)\n`,
    replace: ``,
    test: {
      project: 'server',
      file: 'apps/server/test/uploads.test.ts',
      name: 'nor with any number of links that are asked for at once',
    },
  },
]
