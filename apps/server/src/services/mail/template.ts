import { excerptOf } from '../../kernel/excerpt.ts'

/** What a mail says, without its link. People's names and notes are in here exactly as they were written. */
export interface MailWords {
  subject: string
  greeting: string
  lead: string
  note: string | null
  /** The text of its link. */
  action: string
  /** Why the reader gets it, below the rest. */
  why?: string
  /** The text of a link that turns this kind of mail off, where there is one. Its address is made when the mail leaves. */
  stop?: string
}

/** The words that are kept of a mail besides its subject, which stays when they are emptied. */
export type KeptWords = Omit<MailWords, 'subject'>

/** A mail that is not laid out yet: its words, and apart from them the address that its link leads to. */
export interface LinkedWords extends MailWords {
  link: string
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A text as one line: no word of a person starts a line that looks like the portal's own. */
const asLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** The lines of a person's words, wherever a mail program starts a new one. */
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(asLine)

/**
 * A name as a mail repeats it to people who do not know who chose it (`access/mailed-names`): at most 60 characters, of
 * which no mail program makes a link. Signs of addresses become spaces, and a space follows every point.
 */
export const nameInMail = (name: string): string =>
  excerptOf(
    name
      .replaceAll(/[\p{Cc}\u2028\u2029:/\\@]+/gu, ' ')
      .replaceAll(/[.。．｡]+(?=[^\s.。．｡])/gu, (points) => `${points} `),
    60,
  )

/** A mail about an account: like one about a case, without a note. */
export const accountMail = (words: Omit<LinkedWords, 'note'>): LinkedWords => ({ ...words, note: null })

/**
 * The address of a mail's link: `token` becomes its first parameter. The token is put into the link alone, never into
 * a text that holds people's words (`safety/mails`).
 */
export function linkWith(link: string, token: string): string {
  const url = new URL(link)
  const others = [...url.searchParams].filter(([name]) => name !== 'token')
  url.search = new URLSearchParams([['token', token], ...others]).toString()
  return url.href
}

/**
 * The layout of every mail, made once, when it leaves; the brand appears here and nowhere else. Every value is escaped;
 * the link is ours.
 */
export function layOut(
  { subject, greeting, lead, note, action, link, why, stop }: LinkedWords,
  stopPage?: string,
): {
  subject: string
  text: string
  html: string
} {
  const text = [
    asLine(greeting),
    '',
    asLine(lead),
    // A quotation: no line of it looks like one of ours.
    ...(note ? ['', ...linesOf(note).map((line) => `> ${line}`)] : []),
    '',
    `${action}: ${link}`,
    '',
    ...(why ? [why, ''] : []),
    ...(stop && stopPage ? [`${stop}: ${stopPage}`, ''] : []),
    'Archwire',
  ].join('\n')
  const paragraph = (content: string) => `<p style="margin:0 0 16px;line-height:1.5">${escape(asLine(content))}</p>`
  const below = (content: string) => `<p style="margin:16px 24px 0;font-size:13px;color:#475569">${content}</p>`
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f4f6f9;font:15px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#1c2733">
<div style="max-width:560px;margin:0 auto;padding:32px 16px"><div style="font-weight:700;font-size:18px;color:#1f6feb;margin-bottom:16px">Archwire</div>
<div style="background:#fff;border-radius:8px;padding:24px">${paragraph(greeting)}${paragraph(lead)}
${note ? `<blockquote style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #c9d4e0;color:#475569">${linesOf(note).map(escape).join('<br>')}</blockquote>` : ''}
<p style="margin:24px 0 0"><a href="${escape(link)}" style="background:#1f6feb;color:#fff;text-decoration:none;padding:10px 18px;border-radius:6px;display:inline-block">${escape(action)}</a></p>
</div>${why ? below(escape(why)) : ''}${stop && stopPage ? below(`<a href="${escape(stopPage)}" style="color:#475569">${escape(stop)}</a>`) : ''}</div></body></html>`
  return { subject: asLine(subject), text, html }
}
