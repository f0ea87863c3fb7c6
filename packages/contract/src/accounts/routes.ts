import { z } from 'zod'
import { Me, SignedIn } from '../auth/routes.ts'
import { email, line, Message, name, optionalLine, secret, version } from '../core/fields.ts'
import { get, post, put } from '../core/route.ts'
import { oneLine } from '../core/text.ts'
import { changesOwnNumber } from '../required-permissions.ts'
import { accountNumber, username } from '../users/body.ts'
import { passwordMessages } from './password-messages.ts'
import { passwordProblem } from './rules.ts'

/** A one-time token as mails carry it. */
const token = () => secret()
/** The solved challenge of `GET /bot_check`, as the solver writes it. Each counts once. */
const botCheck = () => secret(4000)

const newPassword = {
  // Longer than allowed, so that the message is ours and not a transport limit's.
  password: z
    .string()
    .max(200)
    .refine(oneLine, 'Invalid characters')
    .superRefine((value, context) => {
      const problem = passwordProblem(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  password_confirmation: secret(),
}
/** A person who creates an account. */
const newPerson = { first_name: name(), last_name: name(), ...newPassword, bot_check: botCheck() }
const examplePassword = { password: 'Tall-Hedge-41', password_confirmation: 'Tall-Hedge-41' }
const examplePerson = { first_name: 'Ada', last_name: 'Example', ...examplePassword, bot_check: 'unsolved' }

const same = <T extends { password: string; password_confirmation: string }>(body: T) =>
  body.password === body.password_confirmation
const different = { path: ['password_confirmation'], message: passwordMessages.different }

/** Ways into the portal: sign-up, verification, forgotten password, invitation; and one's own profile. */
export const accounts = {
  botCheck: get('/bot_check', {
    shows: [],
    summary: 'A challenge for the bot check and the human verification (ALTCHA)',
    rules: ['access/bot-check'],
    needs: 'public',
    rate: { max: 120, per: 'address' },
    returns: z.looseObject({ parameters: z.looseObject({}), signature: z.string() }),
  }),
  validateEmail: get('/email/validate', {
    shows: [],
    summary: 'Whether an email can be signed up',
    rules: ['access/sign-up', 'access/no-telling'],
    needs: 'public',
    rate: { max: 5, per: 'address' },
    query: z.strictObject({
      /** The address as it was typed. */
      email: optionalLine(),
    }),
    returns: z.strictObject({ valid: z.boolean(), message: z.string() }),
    example: { query: { email: 'nobody@example.com' } },
  }),
  register: post('/register', {
    changes: [],
    summary: 'Sign up: a doctor who owns a new practice; a mail asks to verify the address',
    rules: ['access/sign-up', 'access/password', 'access/bot-check'],
    needs: 'public',
    rate: { max: 10, per: 'address' },
    body: z
      .strictObject({
        ...newPerson,
        email: email(),
        /** Account number of the partner lab that sent the invitation to sign up. */
        lab_partner: optionalLine(20).optional(),
      })
      .refine(same, different),
    returns: Message,
    example: { body: { ...examplePerson, email: 'ada@example.com' }, refused: 422 },
  }),
  verify: post('/verify', {
    changes: [],
    summary: 'Verify the email address; at sign-up this signs in, for a changed address it does not',
    rules: ['access/verified', 'access/whose-link', 'access/new-address'],
    needs: 'public',
    secret: true,
    rate: { max: 30, per: 'address' },
    body: z.strictObject({
      token: token(),
      /** Required (code 2202) where the link of a sign-up is opened in another browser than the one that signed up. */
      password: secret().optional(),
      time_zone: line(60).optional(),
    }),
    /** The link of a changed address does not sign in: then the three are null. */
    returns: z.strictObject({
      token: SignedIn.shape.token.nullable(),
      user: Me.nullable(),
      expires_at: SignedIn.shape.expires_at.nullable(),
      message: z.string(),
    }),
    example: { body: { token: 'unknown' }, refused: 422 },
  }),
  cancelEmailChange: post('/cancel_email_change', {
    changes: [],
    summary: 'Cancel a change of the email address with the token from the notice to the old address',
    rules: ['access/new-address'],
    needs: 'public',
    rate: { max: 30, per: 'address' },
    body: z.strictObject({ token: token() }),
    returns: Message.extend({
      /** Whether staff of the lab asked for the change; else it was somebody with the password. */
      by_staff: z.boolean(),
    }),
    example: { body: { token: 'unknown' }, refused: 422 },
  }),
  resendVerification: post('/resend_verification', {
    changes: [],
    summary: 'Send the verification mail again; the same answer for every email',
    rules: ['access/verified', 'access/no-telling', 'access/mails-asked'],
    needs: 'public',
    rate: { max: 5, per: 'address' },
    body: z.strictObject({ email: email() }),
    returns: Message,
    example: { body: { email: 'nobody@example.com' } },
  }),
  requestReset: post('/request_reset', {
    changes: [],
    summary: 'Send a link to set a new password; the same answer for every email',
    rules: ['access/links', 'access/no-telling', 'access/mails-asked', 'access/bot-check'],
    needs: 'public',
    rate: { max: 10, per: 'address' },
    body: z.strictObject({ email: email(), bot_check: botCheck() }),
    returns: Message,
    example: { body: { email: 'nobody@example.com', bot_check: 'unsolved' }, refused: 422 },
  }),
  reset: post('/reset', {
    changes: [],
    summary: 'Set a new password with the token of the mail; ends every session of the person',
    rules: ['access/password', 'access/voids'],
    needs: 'public',
    rate: { max: 30, per: 'address' },
    body: z.strictObject({ ...newPassword, token: token() }).refine(same, different),
    returns: Message,
    example: { body: { ...examplePassword, token: 'unknown' }, refused: 422 },
  }),
  createUser: post('/organizations/create_user', {
    changes: [],
    summary: 'Sign up from an invitation; the address counts as verified',
    rules: ['access/invitation', 'access/password', 'access/bot-check'],
    needs: 'public',
    rate: { max: 10, per: 'address' },
    body: z.strictObject({ ...newPerson, token: token() }).refine(same, different),
    returns: Message,
    example: { body: { ...examplePerson, token: 'unknown' }, refused: 422 },
  }),
  readInvitation: post('/organizations/read_invitation', {
    changes: [],
    summary: 'What an open invitation says: the practice, and the email that it was sent to',
    rules: ['access/invitation'],
    needs: 'public',
    secret: true,
    rate: { max: 30, per: 'address' },
    body: z.strictObject({ token: token() }),
    returns: z.strictObject({
      /** As it is displayed. */
      organization: z.string(),
      email: z.string(),
    }),
    example: { body: { token: 'unknown' }, refused: 422 },
  }),
  confirmInvitation: post('/organizations/confirm_invitation', {
    changes: [],
    summary: 'Join the practice that sent an invitation to a known email',
    rules: ['access/invitation'],
    needs: 'public',
    rate: { max: 30, per: 'address' },
    body: z.strictObject({ token: token() }),
    returns: Message.extend({ organization: z.strictObject({ id: z.int(), name: z.string() }) }),
    example: { body: { token: 'unknown' }, refused: 422 },
  }),
  updateProfile: put('/profile', {
    changes: ['account', 'user'],
    summary:
      'Change my name, username, account number, time zone or email; a new email takes effect once it is verified',
    rules: ['access/profile', 'access/new-address'],
    needs: 'session',
    fieldPermissions: { account_number: changesOwnNumber },
    rate: { max: 30, per: 'user' },
    body: z.strictObject({
      first_name: name().optional(),
      last_name: name().optional(),
      username: z.union([z.literal(''), username()]).optional(),
      /** Management only (`fieldPermissions`). */
      account_number: accountNumber().optional(),
      time_zone: line(60).optional(),
      email: email().optional(),
      /** Required when the email changes. */
      current_password: secret().optional(),
      version: version().optional(),
    }),
    returns: z.strictObject({ message: z.string(), user: Me }),
    example: { body: { first_name: 'Ada', last_name: 'Example' } },
  }),
  customPermissions: get('/custom_permissions', {
    shows: [],
    summary: 'The permissions that may be added to one person, for staff and for practices',
    rules: ['people/custom'],
    needs: 'users.view',
    returns: z.strictObject({
      custom_permissions: z.array(
        z.strictObject({
          permission: z.string(),
          label: z.string(),
          description: z.string(),
          audience: z.enum(['staff', 'practice']),
        }),
      ),
    }),
  }),
}
