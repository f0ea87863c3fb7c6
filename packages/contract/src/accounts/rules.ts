import { passwordMessages } from './password-messages.ts'

/**
 * Words from the top of lists of stolen passwords. A password is common when it equals one of them in lower case,
 * without digits and signs; digits and signs inside it that replace letters are also read back (`P4ssw0rd`).
 */
const commonWords = new Set(
  (
    'password passwort passw pass qwerty qwertyuiop qwertz qwert asdfgh asdfghjkl zxcvbn zxcvbnm abc abcd abcde abcdef abcdefg ' +
    'welcome welcometo letmein login admin administrator root test testing tester user guest demo default changeme secret ' +
    'iloveyou loveyou love lovely princess sunshine monkey dragon football baseball basketball soccer hockey superman batman ' +
    'master shadow michael jordan jennifer jessica ashley daniel andrew joshua matthew thomas robert charlie george summer winter ' +
    'spring autumn january february march april may june july august september october november december monday friday flower ' +
    'freedom whatever trustno hello hellothere starwars pokemon computer internet google facebook dentist dental doctor ' +
    'ortho orthodontist orthodontics smile teeth aligner braces'
  ).split(' '),
)

/** What the portal is called: the first word that comes to mind in it. */
const ownName = 'archwire'

/** Returns what is wrong with a new password (`access/password`), or null. */
export function passwordProblem(password: string): string | null {
  if (password.length > 32) return passwordMessages.long
  if (password.length < 8 || !/[A-Z]/.test(password) || !/[a-z]/.test(password) || !/\d/.test(password))
    return passwordMessages.shape
  const letters = (text: string) => text.replaceAll(/[^a-z]/g, '')
  const low = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const readBack = low
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
  const readable = readBack.replaceAll('@', 'a').replaceAll('$', 's')
  const words = [letters(low), letters(readable)]
  if (words.includes(ownName)) return passwordMessages.named
  return words.some((word) => commonWords.has(word)) ? passwordMessages.common : null
}
