/** A text of 43 characters as a one-time token has: 256 bits in base64url. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g

/**
 * The one-time tokens in a mail, each once, and every place where one is elsewhere than in the link of our own portal:
 * `<home>/<page>?token=<token>`.
 */
export function linksIn(
  { subject, text, html }: { subject: string; text: string; html: string },
  home: string,
): { tokens: string[]; elsewhere: string[] } {
  const all = [subject, text, html].join('\n')
  const tokens = [...new Set(all.match(token))]
  const elsewhere = tokens.flatMap((found) =>
    [...all.matchAll(new RegExp(found, 'g'))].flatMap(({ index }) => {
      const before = all.slice(0, index)
      const [address = ''] = /[^\s"]*$/.exec(before) ?? []
      const isOurs = address.startsWith(`${home}/`) && /^[\w-]+\?token=$/.test(address.slice(home.length + 1))
      return isOurs ? [] : [address + found]
    }),
  )
  return { tokens, elsewhere }
}
