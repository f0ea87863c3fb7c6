import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { figureLink, loadLink, type FigureName } from '@archwire/contract/figures/links.ts'
import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { Link } from '@tanstack/react-router'
import { Causes } from './causes.tsx'
import { FigureLink } from './figure-link.tsx'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import styles from './reports.module.css'
import { SurveyAnswers } from './survey-answers.tsx'
import { minutesText, shareText } from './words.ts'

interface Props {
  figures: LabFigures
  range: DayRange
  today: string
}

type Practice = LabFigures['practices'][number]

/** What the lab sees below its totals: steps, technicians, corrections, practices, the load of now, the survey. */
export function LabReports({ figures, range, today }: Props) {
  const { steps, technicians, causes, practices, load, survey } = figures
  const counted = (label: string, name: FigureName & keyof Practice): FigureColumn<Practice> => ({
    label,
    render: (row) => (
      <FigureLink
        value={row[name]}
        search={figureLink(name, range, today, { practice: row.id, makers: 'lab' })}
        label={`${row.name}, ${label}`}
      />
    ),
  })
  return (
    <>
      <div className={styles.pair}>
        <FigureTable
          title="Turnaround by step"
          note="Cases in which the step was finished in this period, and the median time from its start."
          rowLabel="Step"
          renderName={({ step }) => step}
          keyOf={({ step }) => step}
          rows={steps}
          empty="No step was finished in this period."
          columns={[
            {
              label: 'Cases',
              render: ({ step, cases }) => (
                <FigureLink value={cases} search={figureLink('worked', range, today, { step })} label={step} />
              ),
            },
            {
              label: 'Median',
              bar: ({ median_minutes }) => median_minutes,
              render: ({ median_minutes }) => <span>{minutesText(median_minutes)}</span>,
            },
          ]}
        />
        <FigureTable
          title="Turnaround by technician"
          note="Cases in which the person finished a step in this period, and the median time of these steps."
          rowLabel="Technician"
          renderName={({ name }) => name}
          keyOf={({ id }) => id ?? 0}
          rows={technicians}
          empty="No step was finished in this period."
          columns={[
            {
              label: 'Cases',
              bar: ({ cases }) => cases,
              render: ({ id, name, cases }) => (
                <FigureLink
                  value={cases}
                  search={id === null ? undefined : figureLink('worked', range, today, { technician: id })}
                  label={name}
                />
              ),
            },
            { label: 'Median', render: ({ median_minutes }) => minutesText(median_minutes) },
          ]}
        />
      </div>
      <div className={styles.pair}>
        <FigureTable
          title="Load by step"
          note="Open work of the lab now, by its next step, whatever the period."
          rowLabel="Next step"
          renderName={({ step }) => step}
          keyOf={({ step }) => step}
          rows={load.steps}
          empty="No work is open."
          columns={[
            {
              label: 'Cases',
              bar: ({ cases }) => cases,
              render: ({ step, cases }) => <FigureLink value={cases} search={loadLink({ step })} label={step} />,
            },
          ]}
        />
        <FigureTable
          title="Load by technician"
          note="Of it, what waits for the lab now, by who has it."
          rowLabel="Technician"
          renderName={({ name }) => name}
          keyOf={({ id }) => id ?? 0}
          rows={load.technicians}
          empty="No work waits for the lab."
          columns={[
            {
              label: 'Cases',
              bar: ({ cases }) => cases,
              render: ({ id, name, cases }) => (
                <FigureLink value={cases} search={loadLink({ technician: id })} label={name} />
              ),
            },
          ]}
        />
      </div>
      <Causes causes={causes} range={range} today={today} />
      <FigureTable
        title="By practice"
        note="Approved setups of the lab, those to which nobody asked for changes, and cases with a flawed tray."
        rowLabel="Practice"
        renderName={({ id, name }) => (
          <Link to="/organizations/$id" params={{ id }}>
            {name}
          </Link>
        )}
        keyOf={({ id }) => id}
        rows={practices}
        empty="No practice has an approved setup or a correction in this period."
        columns={[
          { ...counted('Corrections', 'flawed_trays'), bar: ({ flawed_trays }) => flawed_trays },
          counted('Approved setups', 'setups'),
          counted('Right the first time', 'first_round'),
          { label: 'Share', render: ({ first_round, setups }) => shareText(first_round, setups) },
        ]}
      />
      <SurveyAnswers answers={survey} />
    </>
  )
}
