import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../db/database-before.ts'

/** Mails from before words and link were kept apart (`safety/mails`). */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202612030101_mails_words_and_link.sql')
})
afterAll(() => before.close())

it('mails of the older form stay as facts without words; one that waited is not sent, and says why', async () => {
  for (const state of ['waiting', 'sent', 'failed'])
    await before.client.query(
      `insert into mails (to_address, subject, body_text, body_html, kind, state)
        values ('ada@example.com', $1::text, 'x?token={{token}}', 'x', 'access.reset', $1::text)`,
      [state],
    )
  await before.migrate()
  const { rows } = await before.client.query(
    'select subject, state, error, words, link, takes_token from mails order by id',
  )
  const empty = { words: null, link: null, takes_token: false }
  expect(rows).toEqual([
    { subject: 'waiting', state: 'failed', error: 'It was written in an older form.', ...empty },
    { subject: 'sent', state: 'sent', error: null, ...empty },
    { subject: 'failed', state: 'failed', error: null, ...empty },
  ])
})
