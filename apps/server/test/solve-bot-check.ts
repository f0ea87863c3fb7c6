import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Solves the challenge that `GET /bot_check` answered, as a browser's worker does; returns what the calls take. */
export async function solveBotCheck(answered: unknown): Promise<string> {
  const challenge = answered as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
