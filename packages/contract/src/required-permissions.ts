import { anyOf } from './core/route.ts'

/*
 * Lists of permissions that more than one route, policy or page requires. Any one of a list is enough. Without schemas:
 * the browser reads them, too. `npm run check` refuses a list that is written out a second time.
 */

/** Cases, and whatever belongs to them: files, scenes, comments, requests. */
export const seesCases = anyOf('patients.view', 'organization.patients.view')

/** Start A Case, and what it asks on its way. */
export const startsCases = anyOf('rx-forms.create', 'organization.rx-forms.create')

/** A case in another doctor's name (`rx-form/who`). */
export const selectsDoctor = anyOf('rx-forms.select-doctor', 'rx-forms.manage', 'organization.rx-forms.select-doctor')

/**
 * A submitted form is changed (`rx-form/who-changes`). tech_support is not among them; a partner holds the second one
 * in its own organization, and changes the forms that it submitted.
 */
export const changesForms = anyOf('rx-forms.manage', 'organization.rx-forms.create')

/** The lab corrects names, case number and suffix of any case (`cases/correct`). */
export const correctsCases = anyOf('patients.manage', 'patients.supervise', 'patients.create')

/** The lab puts cases on hold and takes them off hold (`cases/hold`). */
export const holdsCases = anyOf('patients.manage', 'patients.supervise', 'patients.toggle-hold')

/** The lab completes any setup, a partner its own (`cases/complete`). */
export const completesSetups = anyOf('patients.manage', 'patients.complete-setup', 'patients.supervise')

/** Files of a case (`scans/who-adds`). */
export const addsFiles = anyOf('patient-files.manage', 'patient-files.create', 'organization.patient-files.create')

/** Files of a case go (`scans/who-deletes`). */
export const deletesFiles = anyOf('patient-files.manage', 'patient-files.delete', 'organization.patient-files.delete')

/** Technician and work steps of a case. */
export const recordsWork = anyOf('rx-forms.manage', 'rx-forms.update-management-data')

/** The lab's record of its work on a request: labels and work steps. */
export const recordsRequestWork = anyOf('customer-requests.manage', 'customer-requests.update-management-data')

/** The lab completes any request (`requests/complete`). */
export const completesRequests = anyOf('customer-requests.manage', 'customer-requests.complete')

/**
 * The technician and the labels of a print; a partner records its own prints with the permission for its setups
 * (`work/technician`, `requests/labels`).
 */
export const recordsPrints = anyOf(
  'customer-requests.manage',
  'customer-requests.update-management-data',
  'rx-forms.update-management-data',
)

/** The lab decides whether the fee of an earlier shipping method stays (`requests/keep-fee`). */
export const keepsFees = anyOf('printing-requests.manage', 'printing-requests.update-shipping-information')

/** A flawed tray: who prints it, why it is flawed, whether it stays (`corrections/edit`). */
export const changesFlawedTrays = anyOf('flawed-trays.manage', 'flawed-trays.update')

/** An organization and its locations. */
export const seesOrganization = anyOf('organizations.view', 'organization.view')

/** Locations of one's own organization, or as the lab of any (`organizations/who-locations`). */
export const addsLocations = anyOf('locations.manage', 'locations.create', 'organization.locations.create')

/** Statistics of a practice (`organizations/who-statistics`). */
export const seesStatistics = anyOf('users.view-dashboard', 'users.manage', 'users.manage-limited')

/** What a practice usually chooses (`rx-form/who-prefers`). */
export const changesDefaults = anyOf('rx-form-preferences.update', 'organization.update')

/** The data of a practice (`organizations/who-changes`). */
export const changesOrganization = anyOf('organizations.update', 'organizations.manage', 'organization.update')

/** A practice is archived (`organizations/archived`). */
export const archivesOrganization = anyOf('organizations.manage', 'organization.archive')

/** An archived practice comes back (`organizations/archived`). */
export const restoresOrganization = anyOf('organizations.manage', 'organization.un-archive')

/**
 * A practice's start-up fee is not to be paid: with the first permission that of any practice, with the second that of
 * one that the person created (`organizations/start-up-fee`).
 */
export const waivesStartupFee = anyOf('organizations.manage', 'organizations.create')

/** What the lab decides about an organization: who looks after it, its partner, rush cases (`organizations/who-changes`). */
export const changesAnyOrganization = anyOf('organizations.update', 'organizations.manage')

/** Invoices and receipts of a practice (`billing/who-reads`). */
export const seesOrders = anyOf('organizations.view', 'organization.get-current-order')

/** What periodic rules bring, beside the permission of their calls (`contracts/who-rules`). */
export const entersMoney = anyOf('orders.manage')

/** A code for the monthly fee is entered on the current invoice (`billing/monthly-code`). */
export const usesCodes = anyOf('promotion-codes.manage', 'organization.f_m_payment_methods.update')

/** Onboardings of practices: staff those of all, a practice's people their own (`onboarding/who-reads`). */
export const seesOnboardings = anyOf('organizations.view', 'organization.onboarding.view')

/** The next step of an onboarding is completed; a practice's people complete their own steps (`onboarding/who`). */
export const proceedsOnboardings = anyOf('onboardings.proceed', 'onboardings.manage', 'organization.onboarding.proceed')

/** Staff change dates and numbers of an onboarding (`onboarding/inputs`). */
export const editsOnboardings = anyOf('onboardings.update-metadata', 'onboardings.manage')

/** A person in full: the lab any, a partner the doctors of practices that named it (`people/found`). */
export const seesUsers = anyOf('users.view', 'organizations.view')

/** A person's fields (`people/changed`). */
export const changesUsers = anyOf('users.update', 'users.manage', 'users.manage-limited')

/** A person's email, account number and role (`people/changed`). */
export const changesIdentity = anyOf('users.update', 'users.manage')

/** A person loses access (`people/archived`). */
export const archivesUsers = anyOf('users.archive', 'users.manage', 'users.manage-limited')

/** One's own account number: a permission that all people of the lab and of partner labs hold, and no practice's (`access/profile`). */
export const changesOwnNumber = anyOf('organizations.view')

/** An archived person comes back (`people/archived`). */
export const restoresUsers = anyOf('users.restore', 'users.manage')

/** Invitations into an organization (`people/who-invites`). */
export const invitesMembers = anyOf('organizations.add_member', 'users.create')

/** The cases of a doctor who leaves (`people/hand-over`). */
export const handsOverCases = anyOf('users.manage', 'organizations.add_member')

/** The bracket libraries of a practice are added, changed and deleted (`rx-form/who-libraries`). */
export const managesLibraries = anyOf(
  'rx-form-preferences.update',
  'organizations.update',
  'organizations.manage',
  'organization.update',
)
