interface KindSpec {
  /** As the settings of an organization name it. */
  label: string
  /** Who gets an email: the case's doctor, the organization's owner, no one. */
  mail: 'doctor' | 'owner' | null
}

/**
 * The nine kinds that an organization has settings for, all on by default (`notices/kinds`). Other notices about a case
 * (holds, requested changes, flagged files) have no setting: they require action.
 */
export const notificationKinds = {
  setup_requested: { label: 'Initial case setup request', mail: 'doctor' },
  setup_completed: { label: 'Initial case setup completed', mail: 'doctor' },
  print_requested: { label: 'Print tray request', mail: 'doctor' },
  print_completed: { label: 'Print tray completed', mail: 'doctor' },
  correction_requested: { label: 'Flawed tray correction request', mail: null },
  correction_completed: { label: 'Flawed tray corrected', mail: 'doctor' },
  monthly_invoice: { label: 'Monthly invoice', mail: 'owner' },
  payment_failed: { label: 'Payment failed', mail: 'owner' },
  approval_reminder: { label: 'Pending case approval reminder (weekly)', mail: 'doctor' },
} as const satisfies Record<string, KindSpec>
export type NotificationKind = keyof typeof notificationKinds
