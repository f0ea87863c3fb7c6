import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge, type Challenge, type DeriveKeyFunction } from 'altcha-lib'

/** Solves a challenge off the page's thread; returns it as the server reads it (base64 of JSON). */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solve(data).then(
    (payload) => postMessage({ payload }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('no solution')
  return btoa(JSON.stringify({ challenge, solution }))
}

/** The browser's own PBKDF2 is several times faster, and missing on addresses without TLS. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  if (!crypto.subtle) return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: cost },
    key,
    keyLength * 8,
  )
  return { derivedKey: new Uint8Array(bits) }
}
