/**
 * The forms' messages about a new password (`access/password`, `screens/wording`). In a separate file, so that a page can show a message
 * without loading the rules and their word list.
 */
export const passwordMessages = {
  long: 'Must contain max 32 characters.',
  shape: 'Must contain at least 8 characters, one uppercase, one lowercase and one number',
  common: 'This password is too easy to guess. Please choose another one.',
  named: 'This is too easy to guess: the portal’s name is in it.',
  different: 'Both password need to be the same',
} as const
