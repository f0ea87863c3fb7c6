import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The fields of a local folder's link, in the order in which they are signed. Upload: upload, part, size, type, end.
 * Object: key, type, name, inline, end. Ends are seconds since 1970.
 */
const signed = { PUT: ['u', 'p', 'z', 't', 'e'], GET: ['k', 't', 'n', 'i', 'e'] } as const
export type LinkMethod = keyof typeof signed
export type LinkParameters<M extends LinkMethod> = Record<(typeof signed)[M][number], string>

/**
 * Signs a link. The signed text is one JSON array, so that no value can pass for the end of another (`safety/signed`).
 */
export function sign<M extends LinkMethod>(secret: string, method: M, parameters: LinkParameters<M>): string {
  const names = signed[method] as readonly (keyof typeof parameters)[]
  const tuple = [method, ...names.map((name) => parameters[name])]
  return createHmac('sha256', secret).update(JSON.stringify(tuple)).digest('base64url')
}

/**
 * The parameters of a link that is ours, unchanged and not expired; undefined for any other. Accepts exactly the known
 * parameters, each once: a query with an unknown or repeated one is refused.
 */
export function verified<M extends LinkMethod>(
  secret: string,
  method: M,
  query: unknown,
  now: Date,
): LinkParameters<M> | undefined {
  const given = Object.entries(query as Record<string, unknown>)
  const known = [...signed[method], 's']
  if (given.length !== known.length) return undefined
  if (!given.every(([name, value]) => known.includes(name) && typeof value === 'string')) return undefined
  const { s: signature, ...rest } = query as Record<string, string>
  const parameters = rest as LinkParameters<M> & { e: string }
  const wanted = Buffer.from(sign(secret, method, parameters))
  const shown = Buffer.from(signature!)
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return undefined
  return Number(parameters.e) * 1000 > now.getTime() ? parameters : undefined
}
