import { Readable } from 'node:stream'
import type { GetObjectCommandInput, PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../config.ts'
import { now } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'

/** A bucket as the adapter sees it: calls with bounded waits, and signed links. */
export interface Bucket {
  /** The origin that browsers talk to. */
  origin: string
  /** One call; an unreachable storage is a 503 in the API's format. */
  call<T>(work: (s3: S3) => Promise<T>): Promise<T>
  /** A link to PUT one object; its signature fixes type and length. */
  signPut(input: Omit<PutObjectCommandInput, 'Bucket'>, signed: Signing): Promise<string>
  signGet(input: Omit<GetObjectCommandInput, 'Bucket'>, signed: Signing): Promise<string>
}
interface Signing {
  from: Date
  seconds: number
}

/** Waits are limited: to connect, for a response to start, and between two pieces of it (`safety/waits`). */
const waits = { connectionTimeout: 3_000, requestTimeout: 60_000, socketTimeout: 20_000, throwOnRequestTimeout: true }
const attempts = 3

/**
 * Opens no connection yet: the SDK is loaded with the first call, so that a portal with local files never pays for it.
 */
export function openBucket(settings: S3Settings): Bucket {
  let opened: ReturnType<typeof load> | undefined
  const open = () => (opened ??= load(settings))
  return {
    origin: originOf(settings),
    async call(work) {
      const { s3 } = await open()
      return work(s3).catch((error: unknown) => {
        throw translated(error)
      })
    },
    async signPut(input, { from, seconds }) {
      const { signer, sdk, getSignedUrl } = await open()
      return getSignedUrl(signer, new sdk.PutObjectCommand({ Bucket: settings.bucket, ...input }), {
        signingDate: from,
        expiresIn: seconds,
        signableHeaders: new Set(['host', 'content-length', 'content-type']),
      })
    },
    async signGet(input, { from, seconds }) {
      const { signer, sdk, getSignedUrl } = await open()
      return getSignedUrl(signer, new sdk.GetObjectCommand({ Bucket: settings.bucket, ...input }), {
        signingDate: from,
        expiresIn: seconds,
      })
    },
  }
}

async function load(settings: S3Settings) {
  const [sdk, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const client = (endpoint: string | undefined) =>
    new sdk.S3({
      region: settings.region,
      ...(endpoint === undefined ? {} : { endpoint }),
      forcePathStyle: settings.pathStyle,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      requestHandler: waits,
      maxAttempts: attempts,
      // Newer SDKs add CRC trailers that other S3 servers reject, and that a browser's presigned PUT cannot carry.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  const s3 = client(settings.endpoint)
  return { sdk, getSignedUrl, s3, signer: settings.publicEndpoint ? client(settings.publicEndpoint) : s3 }
}

/** The origin of the links of these settings, known without the SDK: pages name it in their security policy. */
export function originOf({ bucket, endpoint, publicEndpoint, region, pathStyle }: S3Settings): string {
  const url = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.amazonaws.com`)
  return pathStyle ? url.origin : `${url.protocol}//${bucket}.${url.host}`
}

const nameOf = (error: unknown) => (error as { name?: string }).name ?? ''
const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

/** The object does not exist. A missing bucket is different: then the settings are wrong. */
export const isMissing = (error: unknown): boolean => statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'

/** The object has fewer bytes than were requested. */
export const isOutOfRange = (error: unknown): boolean => statusOf(error) === 416

/** Calls to an unavailable or busy storage may be retried; its refusals (4xx), and errors of ours, are final. */
export function translated(error: unknown): unknown {
  const status = statusOf(error)
  if (error instanceof ApiError || error instanceof TypeError || (status >= 300 && status < 500 && status !== 429))
    return error
  const unavailable = new ApiError(503, 'The file storage is not reachable right now. Please try again.', 503, {
    'retry-after': '5',
  })
  return Object.assign(unavailable, { cause: error })
}

/** The bytes of a response. */
export function bodyOf(answer: { Body?: unknown }): Readable {
  if (!(answer.Body instanceof Readable)) throw new TypeError('the storage answered without bytes')
  return answer.Body
}

/** Seconds from now until `end`, at least one. */
export const secondsUntil = (end: Date): number => Math.max(1, Math.floor((end.getTime() - now().getTime()) / 1000))
