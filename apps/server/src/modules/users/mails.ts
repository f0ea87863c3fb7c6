import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** The mails about accounts that staff of the lab make and change. Links contain no token (auth/link-mails.ts). */
type Mail = LinkedWords

const dear = (name: string) => `Dear ${nameInMail(name)},`

export const firstPasswordMail = (name: string, link: string): Mail =>
  accountMail({
    subject: 'Your account is ready',
    greeting: dear(name),
    lead: 'An account was created for you. Please choose your password. The link works once, for seven days.',
    action: 'Choose a password',
    link,
  })

export const askedEmailMail = (link: string): Mail =>
  accountMail({
    subject: 'Please verify your new email address',
    greeting: 'Hello,',
    lead: 'Our staff asked to use this address for your account. Click the button to verify it. Your old address stays in use for 24 hours at least, and until you have clicked. The link works once, for seven days.',
    action: 'VERIFY',
    link,
  })

export const emailAskedMail = (name: string, { email, link }: { email: string; link: string }): Mail =>
  accountMail({
    subject: 'Your email address is about to change',
    greeting: dear(name),
    lead: `Our staff asked to use ${email} for your account instead of this address. The change takes effect once that address is verified, and 24 hours from now at the earliest. If you do not want this, cancel the change. You do not need to sign in. The link works for seven days, until the address has changed.`,
    action: 'Cancel the change',
    link,
  })

export const addressChangedMail = (name: string, { email, link }: { email: string; link: string }): Mail =>
  accountMail({
    subject: 'Your email address was changed',
    greeting: dear(name),
    lead: `Our staff changed the email address of your account to ${email}. This address can no longer be used for it. If you did not ask for this, please call us right away.`,
    action: 'Go to the sign-in page',
    link,
  })

export const additionalEmailMail = (name: string, { email, link }: { email: string; link: string }): Mail =>
  accountMail({
    subject: 'An email address was added to your account',
    greeting: dear(name),
    lead: `${email} was added to your account as an additional address for notifications. If you do not know this address, please delete it on your account page and set a new password.`,
    action: 'Open your account',
    link,
  })
