import { accounts } from '@archwire/contract/client/accounts'
import { useState } from 'react'
import { ApiError, call } from './api.ts'

/** Solves the bot check in the background; each solution counts once. */
export interface BotCheck {
  /** Starts while the person types, so that no one waits at the button. */
  begin: () => void
  /** Returns the solution and uses it up. */
  take: () => Promise<string>
}

export function useBotCheck(): BotCheck {
  const [check] = useState(makeBotCheck)
  return check
}

/** A solution is valid for twenty minutes; one older than this is not sent any more. */
const lastsMs = 15 * 60_000

function makeBotCheck(): BotCheck {
  let solving: Promise<string> | undefined
  let begunAt = 0
  const begin = () => {
    // Browsers autofill pages that then stay open for hours.
    if (solving && Date.now() - begunAt < lastsMs) return
    begunAt = Date.now()
    solving = solve()
    // Whoever awaits it gets the failure; until then it counts as handled.
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
      const failed = () => reject(new ApiError(0, 0, 'The human verification failed. Please try again.'))
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
