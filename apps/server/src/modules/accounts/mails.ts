import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/**
 * The mails about people's accounts. Words and links are deleted once they are sent; links are stored
 * without their tokens (link-mails.ts).
 */
type Mail = LinkedWords

const dear = (name: string) => `Dear ${nameInMail(name)},`
/** To an address that no one has proven yet: it may be a stranger's, who would read words of anyone who entered it. */
const hello = 'Hello,'
const notYou = 'If this was not you, set a new password now and let us know.'

export const verificationMail = (link: string): Mail =>
  accountMail({
    subject: 'Please verify your email address',
    greeting: hello,
    lead: 'Welcome to Archwire. Click the button to verify your address and open the portal. The link works once, for 48 hours. If you did not sign up, you can ignore this email.',
    action: 'VERIFY',
    link,
  })

/** `name`: null where the address is not verified. */
export const resetMail = (name: string | null, link: string): Mail =>
  accountMail({
    subject: 'Set a new password',
    greeting: name === null ? hello : dear(name),
    lead: 'You asked to set a new password. The link works once, for one hour. If you did not ask for it, you can ignore this email.',
    action: 'Set a new password',
    link,
  })

export const passwordChangedMail = (name: string, link: string): Mail =>
  accountMail({
    subject: 'Your password was changed',
    greeting: dear(name),
    lead: `The password of your account was changed, and you were signed out everywhere. ${notYou}`,
    action: 'Forgot password',
    link,
  })

export const newEmailMail = (link: string): Mail =>
  accountMail({
    subject: 'Please verify your new email address',
    greeting: hello,
    lead: 'You asked to use this address for your account. Click the button to verify it. Until then, your old address stays in use. The link works once, for 48 hours.',
    action: 'VERIFY',
    link,
  })

export const emailChangingMail = (name: string, { email, link }: { email: string; link: string }): Mail =>
  accountMail({
    subject: 'Your email address is about to change',
    greeting: dear(name),
    lead: `Someone who knows your password asked to use ${email} for your account instead of this address. The change takes effect once that address is verified. If this was not you, cancel the change now and set a new password. The link works for 48 hours, until the address has changed.`,
    action: 'Cancel the change',
    link,
  })

export const emailChangedMail = (name: string, { email, link }: { email: string; link: string }): Mail =>
  accountMail({
    subject: 'Your email address was changed',
    greeting: dear(name),
    lead: `Your account now uses ${email}. You can no longer sign in with this address, and you were signed out everywhere. If this was not you, tell us right away so that we can restore your account.`,
    action: 'Forgot password',
    link,
  })

export const newBrowserMail = (name: string, { browser, link }: { browser: string; link: string }): Mail =>
  accountMail({
    subject: 'Sign-in from a new browser',
    greeting: dear(name),
    lead: `Your account was used from a browser that we have not seen before: ${browser}. ${notYou}`,
    action: 'Forgot password',
    link,
  })

export const invitationMail = (name: string, { link, known }: { link: string; known: boolean }): Mail => {
  const practice = nameInMail(name)
  return accountMail({
    subject: `Invitation to ${practice}`,
    greeting: hello,
    lead: known
      ? `${practice} invites you to work with them on Archwire. Use your existing account. The link works once, for seven days.`
      : `${practice} invites you to work with them on Archwire. The link works once, for seven days.`,
    action: known ? 'Confirm the invitation' : 'Create your account',
    link,
  })
}
