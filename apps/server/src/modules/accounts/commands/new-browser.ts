import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { newBrowserMail } from '../mails.ts'

/** Names a browser for people: its name and system, read from its header. */
export function browserName(userAgent: string): string {
  const browser =
    (
      [
        ['Edge', /\bEdg\//],
        ['Opera', /\bOPR\//],
        ['Firefox', /\bFirefox\//],
        ['Chrome', /\bChrome\//],
        ['Safari', /\bSafari\//],
      ] as const
    ).find(([, sign]) => sign.test(userAgent))?.[0] ?? 'an unknown browser'
  const system = (
    [
      ['iPhone', /iPhone/],
      ['iPad', /iPad/],
      ['Android', /Android/],
      ['Windows', /Windows/],
      ['Mac', /Mac OS X/],
      ['Linux', /Linux/],
    ] as const
  ).find(([, sign]) => sign.test(userAgent))?.[0]
  return system ? `${browser} on ${system}` : browser
}

/** The job behind a sign-in from a browser that this person has not used before: sends the person a notice. */
export async function tellOfNewBrowser(db: Db, sessionId: number, publicUrl: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_agent: string; first_name: string; email: string }>`
      select s.user_agent, u.first_name, u.email from sessions s join users u on u.id = s.user_id
      where s.id = ${sessionId} and u.deleted_at is null`.execute(trx)
    const session = rows[0]
    if (!session) return
    const browser = browserName(session.user_agent)
    const mail = newBrowserMail(session.first_name, { browser, link: `${publicUrl}/forgot-password` })
    await queueMail(trx, { ...mail, to: session.email, kind: 'access.new_browser' })
  })
}
