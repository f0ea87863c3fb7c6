import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Settings } from '../src/config.ts'

const bucket = 'archwire'
const region = 'us-east-1'
const accessKeyId = 'S3RVER'
const secretAccessKey = 'S3RVER'

/**
 * An S3 server from npm with one bucket, which keeps its objects under `directory`. In front of it is a check of
 * signatures, because s3rver takes any: links and calls are refused here as Amazon refuses them. Browsers of `webOrigin`
 * may PUT and GET, as the deploy guide's CORS rule says.
 */
export async function startS3Server(
  directory: string,
  options: { port?: number; webOrigin?: string } = {},
): Promise<{ settings: S3Settings; close(): Promise<void> }> {
  mkdirSync(directory, { recursive: true })
  const storage = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: options.webOrigin ? [corsRule(options.webOrigin)] : [] }],
  })
  await storage.configureBuckets()
  const answer = storage.callback()
  const server = createServer((request, response) => {
    // Clients set their clock by this header; Node would write the machine's time, whatever the clock of the tests.
    response.setHeader('date', new Date().toUTCString())
    if (request.method === 'OPTIONS' || isSigned(request, new Date())) return answer(request, response)
    request.resume()
    response.writeHead(403, { 'content-type': 'application/xml' })
    return response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>Changed or expired.</Message></Error>')
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { bucket, endpoint, publicEndpoint: undefined, region, accessKeyId, secretAccessKey, pathStyle: true },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a portal process reads of these settings. */
export const s3Environment = (settings: S3Settings): Record<string, string> => ({
  S3_BUCKET: settings.bucket,
  S3_ENDPOINT: settings.endpoint!,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_PATH_STYLE: '1',
})

const corsRule = (origin: string) => `<CORSConfiguration><CORSRule>
  <AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod>
  <AllowedHeader>content-type</AllowedHeader><MaxAgeSeconds>3600</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4, as the S3 documentation defines it, for a link (query) and for a call (header). */
function isSigned(request: IncomingMessage, now: Date): boolean {
  const url = new URL(request.url ?? '', 'http://storage')
  const link = url.searchParams.has('X-Amz-Signature')
  const inHeader = Object.fromEntries(
    (request.headers.authorization ?? '')
      .replace(/^AWS4-HMAC-SHA256 /, '')
      .split(/,\s*/)
      .map((pair) => pair.split('=') as [string, string]),
  )
  const field = (name: string) => (link ? url.searchParams.get(`X-Amz-${name}`) : inHeader[name]) ?? ''
  const at = (link ? field('Date') : (request.headers['x-amz-date'] as string | undefined)) ?? ''
  const names = field('SignedHeaders')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    link ? 'UNSIGNED-PAYLOAD' : (request.headers['x-amz-content-sha256'] as string | undefined),
  ].join('\n')
  const scope = field('Credential').split('/').slice(1).join('/')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const wanted = Buffer.from(hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex'))
  const given = Buffer.from(field('Signature'))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  const signed = Date.parse(at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  return !link || signed + Number(field('Expires')) * 1000 > now.getTime()
}
