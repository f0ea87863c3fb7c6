import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs the parameters of a storage link; the order of keys does not matter. */
export function sign(secret: string, method: string, parameters: Record<string, string>): string {
  const text = Object.keys(parameters)
    .sort()
    .map((key) => `${key}=${parameters[key]}`)
    .join('\n')
  return createHmac('sha256', secret).update(`${method}\n${text}`).digest('base64url')
}

/** True when the link is ours, unchanged and not expired. `e` holds its end in seconds since 1970. */
export function verify(secret: string, method: string, query: Record<string, string>, now: Date): boolean {
  const { s: signature = '', ...parameters } = query
  const wanted = Buffer.from(sign(secret, method, parameters))
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(parameters.e) * 1000 > now.getTime()
}
