/**
 * What waits for a person, by the type of its notification, and what their browsers say of it: one sentence for all cases,
 * since a lock screen is read by anybody (`notices/push`).
 */
export const pushWords = {
  ready: 'A setup waits for your approval.',
  held: 'A case is on hold and needs your help.',
  file_flagged: 'A file needs your attention.',
  changes_requested: 'A doctor asks for changes.',
  message: 'You have a new message about a case.',
} as const

/** A type of notification that is pushed. */
export type PushedType = keyof typeof pushWords

export const isPushed = (type: string): type is PushedType => Object.hasOwn(pushWords, type)
