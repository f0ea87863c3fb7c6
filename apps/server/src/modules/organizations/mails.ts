import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'
import { ownerWords, type OwnerChange } from './notice-words.ts'

interface About {
  /** Whose role it is. */
  person: string
  practice: string
  /** Who made the change, as a practice may read it. */
  by: string
  /** The person accepted an invitation of theirs. */
  invited: boolean
  link: string
}

/** The mail to an owner of a practice about a change of its owners and managers (`notices/owners`). */
export const ownersMail = (name: string, change: OwnerChange, about: About): LinkedWords => {
  const { subject, message } = ownerWords[change]
  const by = `${nameInMail(about.by)} ${about.invited ? 'invited this person' : 'made the change'}.`
  return accountMail({
    subject,
    greeting: `Dear ${name},`,
    lead: `${message(nameInMail(about.person), about.practice)}. ${by} If you did not expect it, please call us right away.`,
    action: 'View the members',
    link: about.link,
  })
}
