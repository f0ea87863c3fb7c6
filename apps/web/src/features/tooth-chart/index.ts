export { ToothChartField } from './tooth-chart-field.tsx'
export { ToothChartView } from './tooth-chart-view.tsx'
