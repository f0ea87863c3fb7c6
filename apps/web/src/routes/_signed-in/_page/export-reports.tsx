import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../../features/reports/report-page.tsx'

export const Route = createFileRoute('/_signed-in/_page/export-reports')({
  staticData: {
    title: 'Reports',
    icon: 'chart',
    roles: ['super_admin', 'admin', 'tech_support'],
    menu: { row: 'reports' },
  },
  component: ReportPage,
})
