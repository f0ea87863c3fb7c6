import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** The mail that invites a person to sign up with a new practice; `partner` is the partner lab that invites, if one does. */
export const signUpMail = (partner: string | null, link: string): LinkedWords => {
  const by = partner === null ? null : nameInMail(partner)
  return accountMail({
    subject: by === null ? 'Invitation to Archwire' : `${by} invites you to Archwire`,
    greeting: 'Hello,',
    lead: `${by === null ? 'We invite you' : `${by} invites you`} to create an account for your practice on Archwire, where you send cases to the lab and follow them. If you did not expect this email, you can ignore it.`,
    action: 'Create your account',
    link,
  })
}
