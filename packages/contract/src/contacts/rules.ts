interface Invited {
  email: string
  is_create_account: boolean
}

/** Why a contact cannot be invited, as the text at its email; undefined when it can, or is not to be. */
export const invitationProblem = ({ email, is_create_account }: Invited): string | undefined =>
  is_create_account && email.trim() === '' ? 'An email is required to create an account.' : undefined
