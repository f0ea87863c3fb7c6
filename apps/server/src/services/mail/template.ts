/** The layout of every mail; the brand appears here and nowhere else. */
interface MailWords {
  subject: string
  greeting: string
  lead: string
  note: string | null
  action: string
  link: string
  /** Why the reader gets it, below the rest. */
  why?: string
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A mail about an account: like one about a case, without a note. */
export const accountMail = (words: Omit<MailWords, 'note'>): ReturnType<typeof layoutMail> =>
  layoutMail({ ...words, note: null })

/** HTML and text of one mail. Every value is escaped; the link is ours. */
export function layoutMail({ subject, greeting, lead, note, action, link, why }: MailWords): {
  subject: string
  text: string
  html: string
} {
  const text = [
    greeting,
    '',
    lead,
    ...(note ? ['', note] : []),
    '',
    `${action}: ${link}`,
    '',
    ...(why ? [why, ''] : []),
    'Archwire',
  ].join('\n')
  const paragraph = (content: string) =>
    `<p style="margin:0 0 16px;line-height:1.5">${escape(content).replaceAll('\n', '<br>')}</p>`
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f4f6f9;font:15px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#1c2733">
<div style="max-width:560px;margin:0 auto;padding:32px 16px"><div style="font-weight:700;font-size:18px;color:#1f6feb;margin-bottom:16px">Archwire</div>
<div style="background:#fff;border-radius:8px;padding:24px">${paragraph(greeting)}${paragraph(lead)}
${note ? `<blockquote style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #c9d4e0;color:#475569">${escape(note).replaceAll('\n', '<br>')}</blockquote>` : ''}
<p style="margin:24px 0 0"><a href="${escape(link)}" style="background:#1f6feb;color:#fff;text-decoration:none;padding:10px 18px;border-radius:6px;display:inline-block">${escape(action)}</a></p>
</div>${why ? `<p style="margin:16px 24px 0;font-size:13px;color:#475569">${escape(why)}</p>` : ''}</div></body></html>`
  return { subject, text, html }
}
