import { pins as api } from '@archwire/contract/client/pins'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { ApiError, call } from '../../lib/api.ts'

/**
 * Saves the words of a comment that there is. Words that somebody else has changed since `version` are shown before they
 * are written over: the save after that one does.
 * @param look fetches the comment as it is now
 */
export function pinEdit(
  { id, version }: Pick<Pin, 'id' | 'version'>,
  look: () => Promise<Pin | undefined>,
): (text: string) => Promise<void> {
  let known = version
  return async (text) => {
    try {
      await call(api.update, { params: { id }, body: { text, version: known } })
    } catch (error) {
      const now = error instanceof ApiError && error.status === 409 ? await look() : undefined
      if (!now || now.version === known) throw error
      known = now.version
      throw new ApiError(
        409,
        409,
        `Someone else changed this comment: “${now.text}” Save again to write yours instead.`,
      )
    }
  }
}
