import { accounts } from '@archwire/contract/client/accounts'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'

/** Solves the bot check in the background; each solution counts once. */
export interface BotCheck {
  /** Begins while the person types, so that nobody waits at the button. */
  begin: () => void
  /** The solution, used up by this. */
  take: () => Promise<string>
}

export function useBotCheck(): BotCheck {
  const [check] = useState(makeBotCheck)
  return check
}

/** A solution is good for twenty minutes; one that is older than this is not sent any more. */
const lastsMs = 15 * 60_000

function makeBotCheck(): BotCheck {
  let solving: Promise<string> | undefined
  let begunAt = 0
  const begin = () => {
    // Browsers fill pages in that then stand open for hours.
    if (solving && Date.now() - begunAt < lastsMs) return
    begunAt = Date.now()
    solving = solve()
    // Whoever takes it hears of a failure; until then nobody asks.
    const present = solving
    present.catch(() => {
      if (solving === present) solving = undefined
    })
  }
  return {
    begin,
    take() {
      begin()
      const present = solving!
      solving = undefined
      return present
    },
  }
}

async function solve(): Promise<string> {
  const challenge = await call(accounts.botCheck, {})
  const worker = new Worker(new URL('./bot-check.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      const failed = () => reject(new ApiError(0, 0, 'The check whether you are human has failed. Please try again.'))
      worker.addEventListener('error', failed)
      worker.addEventListener('message', ({ data }: MessageEvent<{ payload?: string }>) =>
        data.payload ? resolve(data.payload) : failed(),
      )
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
