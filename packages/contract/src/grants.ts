import { permissionNames, type Permission } from './permissions.ts'
import type { OrganizationRole, UserRole } from './roles.ts'

const except = (all: readonly Permission[], ...without: Permission[]) => all.filter((name) => !without.includes(name))

/** Staff act in every organization, so they hold no `organization.*` of their own except those listed. */
const labPermissions = permissionNames.filter((name) => !name.startsWith('organization.'))
const ofAnyPractice: readonly Permission[] = [
  'organization.view-archived',
  'organization.archive',
  'organization.un-archive',
  'organization.notification-settings.update',
]
const admin = except([...labPermissions, ...ofAnyPractice], 'permissions.manage')

/** What each role of a person grants everywhere (`people/roles`). */
export const userRolePermissions: Record<UserRole, readonly Permission[]> = {
  super_admin: [...labPermissions, ...ofAnyPractice],
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
    'organizations.delete',
    'reports.export',
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
    'organizations.send-invite-to-create',
    'announcement.update',
    'licenses.manage',
    'reports.export',
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
    'organizations.send-invite-to-create',
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
  'organization.patient-files.delete',
  'organization.printing-requests.create',
  'organization.customer-requests.cancel',
  'organization.add-arch',
  'organization.onboarding.view',
]
/** What a member decides as a doctor: members who are practice assistants hold none of it (`people/assistants`). */
export const ofDoctors: readonly Permission[] = [
  'organization.patients.approve',
  'organization.patients.toggle-hold',
  'organization.patients.complete-setup',
  'organization.patient-files.delete',
  'organization.printing-requests.create',
  'organization.customer-requests.cancel',
]
const manager: readonly Permission[] = [
  ...member,
  'organization.update',
  'organization.notification-settings.update',
  'organization.patients.view-any',
  'organization.rx-forms.select-doctor',
  'organization.rx-forms.assign',
  'organization.printing-requests.update-shipping-information',
  'organization.printing-request-items.manage',
  'organization.printing-request-items.update',
  'organization.printing-request-items.delete',
  'organization.locations.view-any',
  'organization.locations.create',
  'organization.locations.update',
  'organization.locations.delete',
  'organization.get-current-order',
  'organization.onboarding.proceed',
  'organizations.add_member',
  'organizations.change-member-role',
]
/** What only an owner may do within the organization: a manager can neither remove nor demote another manager. */
const owner: readonly Permission[] = [
  ...manager,
  'organization.archive',
  'organization.f_m_payment_methods.update',
  'organizations.remove-manager',
  'organizations.user.update',
]

/** What a membership grants inside its organization, a member's to a doctor. */
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
  'organization.archive',
  'organization.f_m_payment_methods.update',
]

/** What a membership grants a person of this user role within its organization. */
export function membershipPermissions(user: UserRole | null, role: OrganizationRole): readonly Permission[] {
  const granted = organizationRolePermissions[role]
  if (user === 'lab_partner') return except(granted, ...notOfPartners)
  return role === 'organization_member' && user !== 'doctor' ? except(granted, ...ofDoctors) : granted
}

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
