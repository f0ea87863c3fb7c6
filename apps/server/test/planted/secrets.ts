import type { PlantedFault } from './fault.ts'

/** What takes a one-time token to strangers. */
export const secrets: PlantedFault[] = [
  {
    name: 'a mail is filled twice: people’s words first, the token later',
    finding: 'filled-twice',
    file: 'apps/server/src/services/mail/deliver.ts',
    find: '...layOut({ ...(mail.words as unknown as KeptWords), subject: mail.subject, link }),',
    replace:
      "...layOut(JSON.parse(JSON.stringify({ ...(mail.words as object), subject: mail.subject, link }).replaceAll('{{token}}', issued ?? ''))),",
    test: {
      project: 'server',
      file: 'apps/server/test/mailbox/mail-words.test.ts',
      name: 'a name takes no one-time token out of a mail',
    },
  },
]
