/** Why nothing begins in an archived organization, as text (`organizations/archived`); null when it is not archived. */
export const whyArchived = ({ organization_archived }: { organization_archived: boolean }): string | null =>
  organization_archived ? 'This organization is archived.' : null

/** Why nothing begins while a practice's subscription is suspended, as text (`organizations/suspended`); null while it is not. */
export const whySuspended = ({ suspended }: { suspended: boolean }): string | null =>
  suspended ? 'The subscription of this organization is suspended.' : null
