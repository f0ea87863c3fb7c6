import { createChallenge, randomInt, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { now } from '../../kernel/clock.ts'

/** Proof of work instead of pictures (ALTCHA): created and checked here, without another server. */
export interface BotCheck {
  challenge(): Promise<Challenge>
  /** What to store of a right solution, so that it counts once; undefined for a wrong or expired one. */
  solved(payload: string): Promise<{ signature: string; expiresAt: Date } | undefined>
}

const lifetime = 20 * 60_000
const guesses = { least: 40, most: 160 }

/** `cost` is the work of one guess (PBKDF2 iterations); a browser makes about a hundred guesses. */
export function openBotCheck({ secret, cost }: { secret: string; cost: number }): BotCheck {
  const keys = { hmacSignatureSecret: `${secret} challenge`, hmacKeySignatureSecret: `${secret} key` }
  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(guesses.least, guesses.most),
        deriveKey,
        expiresAt: new Date(now().getTime() + lifetime),
        ...keys,
      }),
    async solved(payload) {
      const read = parse(payload)
      if (!read) return undefined
      const { challenge, solution } = read
      const result = await verifySolution({ challenge, solution, deriveKey, ...keys }).catch(() => undefined)
      if (!result?.verified || !challenge.signature) return undefined
      const expiresAt = new Date((challenge.parameters.expiresAt ?? 0) * 1000)
      return { signature: challenge.signature, expiresAt }
    },
  }
}

/** Base64 of JSON `{ challenge, solution }`, as ALTCHA's clients send it. */
function parse(payload: string): Payload | undefined {
  try {
    const read = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Partial<Payload> | null
    if (typeof read?.challenge?.parameters !== 'object' || typeof read.solution !== 'object') return undefined
    return read as Payload
  } catch {
    return undefined
  }
}
