import type { OrganizationRole, UserRole } from './roles.ts'

/**
 * Every permission with its label and description, and the two tables that grant them (1 §6, 2 §6, decisions §2).
 * `organization.*` holds inside the organization of the membership that grants it. The server decides; the client only hides.
 */
export const permissions = {
  'patients.view': ['View cases', 'See cases within reach: the lab all, a partner those assigned to it'],
  'patients.manage': ['Manage cases', 'Everything on a case, permanent delete included'],
  'patients.supervise': ['Supervise cases', 'Hold, complete and restore any case'],
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
  'users.view': ['View users', 'See the people of practices and lab'],
  'users.view-dashboard': ['View dashboard', 'See the statistics dashboard'],
  'users.manage': ['Manage users', 'Everything on a user'],
  'users.manage-limited': ['Manage users, limited', 'Name, username, e-mails and archive of practice users'],
  'users.create': ['Create users', 'Create users'],
  'users.delete': ['Delete users', 'Delete users'],
  'organizations.view': ['View organizations', 'See practices within reach'],
  'organizations.manage': ['Manage organizations', 'Everything on an organization'],
  'permissions.manage': ['Manage permissions', 'Give additional permissions to one user'],
  'organization.view': ['View the organization', 'See the organization’s own data'],
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
  'organization.customer-requests.cancel': ['Cancel requests', 'Cancel a request before work on it starts'],
  'organization.add-arch': ['Ask for tray corrections', 'Ask for the correction of a tray'],
  'organization.onboarding.view': ['View onboarding', 'See the onboarding checklist'],
  'organization.locations.view-any': ['View all locations', 'See every location of the organization'],
} as const satisfies Record<string, readonly [label: string, description: string]>

export type Permission = keyof typeof permissions
export const permissionNames = Object.keys(permissions) as Permission[]

const except = (all: readonly Permission[], ...without: Permission[]) => all.filter((name) => !without.includes(name))

/** Staff act in every organization, so they hold no `organization.*` of their own but the ones named. */
const labPermissions = permissionNames.filter((name) => !name.startsWith('organization.'))
const admin = except([...labPermissions, 'organization.view-archived'], 'permissions.manage')

export const userRolePermissions: Record<UserRole, readonly Permission[]> = {
  super_admin: [...labPermissions, 'organization.view-archived'],
  admin,
  supervisor: except(admin, 'users.delete', 'patients.delete', 'patients.manage'),
  tech_support: [
    'patients.view',
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
  'organization.patients.view-any',
  'organization.rx-forms.select-doctor',
  'organization.patient-files.delete',
  'organization.locations.view-any',
]

export const organizationRolePermissions: Record<OrganizationRole, readonly Permission[]> = {
  organization_owner: manager,
  organization_manager: manager,
  organization_member: member,
}
