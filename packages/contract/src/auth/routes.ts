import { z } from 'zod'
import { email, idText, line, Message, optionalLine, secret } from '../core/fields.ts'
import { get, post } from '../core/route.ts'
import { organizationRoles, sentRoles } from '../roles.ts'
import { AdditionalEmail, EmailChange } from '../users/schema.ts'

const Place = z.strictObject({ id: z.int(), location_name: z.string() })

const OrganizationOfMine = z.strictObject({
  id: z.int(),
  name: z.string(),
  account_number: z.string(),
  suspended: z.boolean(),
  /** An invoice is not paid after its last retry: nothing new begins (`billing/blocked`). */
  blocked: z.boolean(),
  disabled: z.boolean(),
  /** 1 lead, 2 onboarding, 3 new, 4 active, 5 passive (`organizations/status`); null of a partner lab. */
  status: z.int().nullable(),
  disabled_at: z.iso.datetime().nullable(),
  /** Why the lab disabled it; empty where it is not, or no reason was given. */
  disabled_reason: z.string(),
  /** Null: who belongs to an archived organization alone has none. */
  deleted_at: z.iso.datetime().nullable(),
  contract: z.strictObject({
    suspended_at: z.iso.datetime().nullable(),
    /** Null: the practice has none. */
    license: z
      .strictObject({
        license_type: z.strictObject({ rules: z.strictObject({ allow_buy_seats: z.boolean() }) }),
      })
      .nullable(),
  }),
  startup_fee_paid: z.boolean(),
  /** Null until the account setup is finished (`organizations/setup-first`). */
  main_location: Place.nullable(),
  /** The locations that the person sees, the main one first. */
  locations: z.array(Place),
  /** The locations where the person works. */
  current_user_assigned_locations: z.array(Place),
  /** Who finishes the setup. */
  owner_name: z.string().nullable(),
  pivot: z.strictObject({
    role: z.strictObject({ name: z.enum(organizationRoles), label: z.string() }),
    all_permissions: z.array(z.string()),
  }),
})

/** The signed-in person, as every screen needs it. */
export const Me = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  account_number: z.string(),
  roles: z.array(z.strictObject({ name: z.enum(sentRoles), label: z.string() })),
  is_management: z.boolean(),
  all_permissions: z.array(z.string()),
  organizations: z.array(OrganizationOfMine),
  current_organization_id: z.int().nullable(),
  time_zone: z.string().nullable(),
  username: z.string().nullable(),
  /** Where else to notify this person; people of the lab only. */
  additional_emails: z.array(AdditionalEmail),
  /** An address that the person asked for and that waits to be verified; `email` applies until then. */
  pending_email: z.string().nullable(),
  /** An address that staff asked for and that waits. */
  email_change: EmailChange.nullable(),
  version: z.int(),
})
export type Me = z.infer<typeof Me>

/** What a session starts with. */
export const SignedIn = z.strictObject({ token: z.string(), user: Me, expires_at: z.iso.datetime() })

export const auth = {
  login: post('/login', {
    changes: [],
    summary: 'Sign in: a session cookie for browsers, a bearer token for programs',
    rules: ['access/session', 'access/tries', 'access/known-browser', 'access/no-telling', 'access/bot-check'],
    needs: 'public',
    transaction: 'none',
    rate: { max: 60, per: 'address' },
    body: z.strictObject({
      email: email(),
      password: secret(),
      remember_me: z.boolean().default(false),
      management: z.boolean().default(false),
      time_zone: line(60).optional(),
      /**
       * The solved challenge of `GET /bot_check` (ALTCHA), each counts once. Pages have to send it; programs after three wrong
       * passwords for the account within 15 minutes, else the answer is a 422 with code 2201 (decision 119).
       */
      bot_check: secret(4000).optional(),
    }),
    returns: SignedIn,
    example: { body: { email: 'nobody@example.com', password: 'Not-the-one-1' }, refused: 401 },
  }),
  logout: post('/logout', {
    changes: [],
    summary: 'End this session everywhere it is open',
    rules: ['access/voids', 'people/at-once'],
    needs: 'session',
    returns: Message,
  }),
  me: get('/me', {
    shows: ['organization', 'location', 'account', 'user@user.id'],
    summary: 'Who I am, my organizations and what I may do there',
    rules: ['people/roles', 'people/within', 'access/session'],
    needs: 'session',
    /** The code in a link from the desktop application authorizes this call, once (`access/desktop`). */
    oneTimeCode: true,
    query: z.strictObject({
      /** The organization that the caller works in. */
      current_organization_id: idText().optional(),
      /**
       * The computer on which the desktop application signs in with its code: it is seen again, or takes a seat of the
       * practice's license (`licenses/device`). Refused without using the code up.
       */
      device_id: line(200).optional(),
      /** What people call the computer; the first name counts, until the lab changes it. */
      device_name: optionalLine(100).optional(),
      /** Its system, and the version of the application. */
      device_details: optionalLine(500).optional(),
    }),
    returns: z.strictObject({
      user: Me,
      /** The prefix of links to the desktop application, for who comes with its code alone. */
      deep_link_scheme: z.string(),
    }),
  }),
  desktopCode: post('/me/desktop_code', {
    changes: [],
    summary: 'A code for a link to the desktop application; valid for five minutes, and no longer than the session',
    rules: ['access/desktop'],
    secret: true,
    needs: 'session',
    rate: { max: 30, per: 'user' },
    returns: z.strictObject({ desktop_code: z.string() }),
  }),
}
