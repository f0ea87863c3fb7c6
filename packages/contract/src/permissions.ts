import type { OrganizationRole, UserRole } from './roles.ts'

/**
 * Every permission with its label and description, and the two tables that grant them (`people/roles`).
 * `organization.*` holds inside the organization of the membership that grants it. The server decides; the client only hides.
 */
export const permissions = {
  'patients.view': ['View cases', 'See cases within reach: the lab all, a partner those assigned to it'],
  'patients.create': ['Create cases', 'Create a case without a submission'],
  'patients.manage': ['Manage cases', 'Everything on a case, permanent delete included'],
  'patients.supervise': ['Supervise cases', 'Hold, complete, correct and restore any case'],
  'patients.delete': ['Delete cases', 'Restore or permanently delete archived cases'],
  'patients.archive': ['Archive cases', 'Take a case out of the lists'],
  'patients.toggle-hold': ['Hold cases', 'Put a case on hold and back'],
  'patients.complete-setup': ['Complete setups', 'Complete the setup of a case without the practice’s approval'],
  'patients.doctor-notes.update': ['Write doctor notes', 'Edit the notes that belong to the practice'],
  'patients.management-notes.update': ['Write tech notes', 'Edit the technicians’ notes'],
  'patients.internal-notes.view': ['Read internal notes', 'Read notes that never leave the lab'],
  'patients.internal-notes.create': ['Write internal notes', 'Edit notes that never leave the lab'],
  'rx-forms.view': ['View Rx forms', 'See Rx forms within reach'],
  'rx-forms.manage': ['Manage Rx forms', 'Edit, cancel and notify on any Rx form'],
  'rx-forms.create': ['Start cases', 'Start a case for a practice'],
  'rx-forms.select-doctor': ['Select doctor', 'Start a case in another doctor’s name'],
  'rx-forms.assign': ['Assign Rx forms', 'Change who completes the submission'],
  'rx-forms.mark-as-ready': ['Notify the doctor', 'Send a setup to the doctor for approval'],
  'rx-forms.update-management-data': ['Work on cases', 'Edit the work steps and the technician'],
  'rx-form-preferences.update': ['Change practice defaults', 'Change what the forms of any practice begin with'],
  'patient-files.manage': ['Manage files', 'Add and remove any file'],
  'patient-files.create': ['Add files', 'Add files to a case'],
  'patient-files.delete': ['Delete files', 'Remove files from a case'],
  'customer-requests.manage': ['Manage requests', 'Everything on a request'],
  'customer-requests.complete': ['Complete requests', 'Complete a request'],
  'customer-requests.cancel': ['Cancel requests', 'Cancel a request'],
  'customer-requests.complete-assigned': ['Complete assigned requests', 'Complete requests assigned to oneself'],
  'customer-requests.update-management-data': ['Work on requests', 'Edit a request’s work steps and technician'],
  'printing-requests.manage': ['Manage prints', 'Everything on a printing request'],
  'printing-requests.assign': ['Assign prints', 'Change who prints'],
  'printing-requests.update-shipping-information': ['Edit shipping', 'Edit where and how a print ships'],
  'printing-request-items.manage': ['Manage print items', 'Everything on an item of a print'],
  'printing-request-items.update': ['Edit print items', 'Change an item of a print'],
  'printing-request-items.delete': ['Delete print items', 'Take an item out of a print'],
  'case-trays.manage': ['Manage trays', 'Make trays of 8, archive them with their cases, generate Tray IDs'],
  'users.view': ['View users', 'See the people of practices and lab'],
  'users.view-dashboard': ['View dashboard', 'See the statistics dashboard'],
  'users.manage': ['Manage users', 'Everything on a user'],
  'users.manage-limited': ['Manage users, limited', 'Name, username, emails and archive of practice users'],
  'users.create': ['Create users', 'Create users'],
  'users.update': ['Edit users', 'Change name, email, role and account number of users'],
  'users.delete': ['Delete users', 'Delete users'],
  'organizations.view': ['View organizations', 'See practices within reach'],
  'organizations.manage': ['Manage organizations', 'Everything on an organization'],
  'locations.manage': ['Manage locations', 'Everything on a location, its address during open work too'],
  'locations.create': ['Add locations', 'Add a location of an organization within reach'],
  'locations.update': ['Edit locations', 'Edit locations within reach'],
  'locations.delete': ['Delete locations', 'Delete locations within reach'],
  'users.archive': ['Archive users', 'Archive users'],
  'users.restore': ['Restore users', 'Restore archived users'],
  'organizations.add_member': ['Add members', 'Invite, add and remove members of an organization'],
  'organizations.change-member-role': ['Change member roles', 'Change what members are in an organization'],
  'organizations.remove-manager': ['Remove managers', 'Remove a manager from an organization'],
  'organizations.user.update': ['Edit managers', 'Change the role of a manager of an organization'],
  'organizations.create': ['Create organizations', 'Make practices and waive their start-up fee'],
  'flawed-trays.correct': ['Correct trays', 'Complete the correction of a tray'],
  'old-cases.upload': ['Add old cases', 'Add cases of the time before the portal'],
  'onboardings.proceed': ['Proceed onboardings', 'Complete steps of an onboarding'],
  'onboardings.update-metadata': ['Edit onboardings', 'Edit the dates and numbers of an onboarding'],
  'announcement.update': ['Write announcements', 'Edit the announcements above the lists'],
  'pricing.update': ['Change prices', 'Edit the lab’s price list'],
  'orders.manage': ['Manage invoices', 'Everything on an invoice'],
  'contracts.manage': ['Manage contracts', 'Suspend and resume contracts'],
  'promotion-codes.manage': ['Manage promotion codes', 'See, add, change and delete promotion codes'],
  'periodic-rules.manage': ['Manage periodic rules', 'Edit charges that come back every month'],
  'permissions.manage': ['Manage permissions', 'Give additional permissions to one user'],
  'organization.view': ['View the organization', 'See the organization’s own data'],
  'organization.update': ['Change the organization', 'Change its data, and what its forms begin with'],
  'organization.view-archived': ['View archived records', 'See archived records'],
  'organization.patients.view': ['View cases', 'See the organization’s cases: all, or own ones only'],
  'organization.patients.view-any': ['View all cases', 'See the cases of every doctor of the organization'],
  'organization.patients.approve': ['Approve setups', 'Approve a setup or ask for changes'],
  'organization.patients.toggle-hold': ['Hold cases', 'Put a case on hold and back'],
  'organization.patients.complete-setup': [
    'Complete in-office setups',
    'Complete a case whose setup the practice makes itself',
  ],
  'organization.patients.doctor-notes.update': ['Write doctor notes', 'Edit the doctor notes of a case'],
  'organization.rx-forms.view': ['View Rx forms', 'See the organization’s Rx forms'],
  'organization.rx-forms.create': ['Start cases', 'Submit new cases'],
  'organization.rx-forms.select-doctor': ['Select doctor', 'Submit a case in another doctor’s name'],
  'organization.rx-forms.mark-as-ready': ['Notify the doctor', 'Send a setup to the doctor for approval'],
  'organization.patient-files.create': ['Add files', 'Add files to the organization’s cases'],
  'organization.patient-files.delete': ['Delete files', 'Remove files from the organization’s cases'],
  'organization.printing-requests.create': ['Ask for prints', 'Ask for a print of an approved case'],
  'organization.printing-requests.update-shipping-information': ['Edit shipping', 'Edit where and how a print ships'],
  'organization.printing-request-items.update': [
    'Edit print items',
    'Change an item of a print before work on it starts',
  ],
  'organization.printing-request-items.delete': ['Delete print items', 'Take an item out before work on it starts'],
  'organization.customer-requests.cancel': ['Cancel requests', 'Cancel a request before work on it starts'],
  'organization.add-arch': ['Ask for tray corrections', 'Ask for the correction of a tray'],
  'organization.onboarding.view': ['View onboarding', 'See the onboarding checklist'],
  'organization.locations.view-any': ['View all locations', 'See every location of the organization'],
  'organization.locations.create': ['Add locations', 'Add a location of the organization'],
  'organization.locations.update': ['Edit locations', 'Edit the organization’s locations'],
  'organization.locations.delete': ['Delete locations', 'Delete the organization’s locations'],
  'organization.get-current-order': ['View the current invoice', 'See what is on the next invoice'],
} as const satisfies Record<string, readonly [label: string, description: string]>

export type Permission = keyof typeof permissions
export const permissionNames = Object.keys(permissions) as Permission[]

/**
 * Granted by roles, but not yet required by anything: the calls that will require them are still to come. `npm run
 * check` refuses a name that is missing here, and one that is required by now.
 */
export const notAskedYet: readonly Permission[] = [
  'rx-forms.assign',
  'flawed-trays.correct',
  'onboardings.proceed',
  'onboardings.update-metadata',
  'pricing.update',
  'orders.manage',
  'contracts.manage',
  'periodic-rules.manage',
  'organization.add-arch',
  'organization.onboarding.view',
  'organization.get-current-order',
]

const except = (all: readonly Permission[], ...without: Permission[]) => all.filter((name) => !without.includes(name))

/** Staff act in every organization, so they hold no `organization.*` of their own except those listed. */
const labPermissions = permissionNames.filter((name) => !name.startsWith('organization.'))
const admin = except([...labPermissions, 'organization.view-archived'], 'permissions.manage')

export const userRolePermissions: Record<UserRole, readonly Permission[]> = {
  super_admin: [...labPermissions, 'organization.view-archived'],
  admin,
  supervisor: except(
    admin,
    'users.delete',
    'patients.delete',
    'patients.manage',
    'pricing.update',
    'contracts.manage',
    'orders.manage',
    'old-cases.upload',
    'case-trays.manage',
  ),
  tech_support: [
    'patients.view',
    'patients.create',
    'patients.toggle-hold',
    'patients.complete-setup',
    'patients.management-notes.update',
    'patients.internal-notes.view',
    'patients.internal-notes.create',
    'rx-forms.view',
    'rx-forms.create',
    'rx-forms.select-doctor',
    'rx-forms.mark-as-ready',
    'rx-forms.update-management-data',
    'rx-form-preferences.update',
    'patient-files.manage',
    'patient-files.create',
    'patient-files.delete',
    'customer-requests.complete',
    'customer-requests.cancel',
    'customer-requests.update-management-data',
    'printing-requests.update-shipping-information',
    'users.view',
    'users.view-dashboard',
    'users.manage-limited',
    'users.create',
    'organizations.view',
    'organizations.create',
    'announcement.update',
  ],
  lab_partner: [
    'patients.view',
    'patients.complete-setup',
    'patients.management-notes.update',
    'rx-forms.view',
    'rx-forms.create',
    'rx-forms.select-doctor',
    'rx-forms.update-management-data',
    'patient-files.create',
    'patient-files.delete',
    'customer-requests.complete-assigned',
    'organizations.view',
    'organization.add-arch',
    'locations.create',
    'locations.update',
    'locations.delete',
  ],
  doctor: ['customer-requests.complete-assigned'],
  staff_member: ['organization.patients.view-any', 'organization.rx-forms.select-doctor', 'patient-files.create'],
}

const member: readonly Permission[] = [
  'organization.view',
  'organization.patients.view',
  'organization.patients.approve',
  'organization.patients.toggle-hold',
  'organization.patients.complete-setup',
  'organization.patients.doctor-notes.update',
  'organization.rx-forms.view',
  'organization.rx-forms.create',
  'organization.patient-files.create',
  'organization.printing-requests.create',
  'organization.printing-requests.update-shipping-information',
  'organization.customer-requests.cancel',
  'organization.add-arch',
  'organization.onboarding.view',
]
const manager: readonly Permission[] = [
  ...member,
  'organization.update',
  'organization.patients.view-any',
  'organization.rx-forms.select-doctor',
  'organization.patient-files.delete',
  'organization.printing-request-items.update',
  'organization.printing-request-items.delete',
  'organization.locations.view-any',
  'organization.locations.create',
  'organization.locations.update',
  'organization.locations.delete',
  'organization.get-current-order',
  'organizations.add_member',
  'organizations.change-member-role',
]
/** What only an owner may do within the organization: a manager can neither remove nor demote another manager. */
const owner: readonly Permission[] = [...manager, 'organizations.remove-manager', 'organizations.user.update']

export const organizationRolePermissions: Record<OrganizationRole, readonly Permission[]> = {
  organization_owner: owner,
  organization_manager: manager,
  organization_member: member,
}

/** Staff decide who the members of a partner lab are: its own people hold these in no role (`people/who-invites`). */
const notOfPartners: readonly Permission[] = [
  'organizations.add_member',
  'organizations.change-member-role',
  'organizations.remove-manager',
  'organizations.user.update',
]

/** What a membership grants a person of this user role within its organization. */
export const membershipPermissions = (user: UserRole | null, role: OrganizationRole): readonly Permission[] =>
  user === 'lab_partner'
    ? except(organizationRolePermissions[role], ...notOfPartners)
    : organizationRolePermissions[role]

/** What may be granted to one person besides the role (`people/custom`); never `permissions.manage`. */
export const customPermissions: Record<'staff' | 'practice', readonly Permission[]> = {
  staff: [
    'users.view-dashboard',
    'users.create',
    'users.archive',
    'patients.archive',
    'patients.complete-setup',
    'patients.internal-notes.create',
    'patient-files.delete',
    'rx-forms.assign',
    'rx-forms.mark-as-ready',
    'rx-forms.update-management-data',
    'printing-requests.assign',
    'printing-requests.update-shipping-information',
    'customer-requests.cancel',
    'customer-requests.complete',
    'flawed-trays.correct',
    'old-cases.upload',
    'onboardings.proceed',
    'onboardings.update-metadata',
    'organization.view-archived',
    'announcement.update',
    'pricing.update',
    'orders.manage',
    'contracts.manage',
    'periodic-rules.manage',
  ],
  practice: [
    'users.view-dashboard',
    'organization.patients.view-any',
    'organization.rx-forms.select-doctor',
    'organization.patient-files.delete',
    'organization.get-current-order',
    'organization.locations.create',
    'organization.locations.update',
    'organization.locations.delete',
  ],
}
