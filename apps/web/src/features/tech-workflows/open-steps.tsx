import { techWorkflows } from '@archwire/contract/client/tech-workflows'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { Button } from '@mantine/core'
import { openStepsOf } from '../case/open-steps.ts'
import { useCall } from '../../lib/query.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'
import { finishStep, stepsOf } from './steps.ts'

/**
 * The steps that are not finished, before a case or a request continues (`work/unfinished`). Running ones can be finished
 * right there; steps that no one started are not made up.
 */
export function OpenSteps({ workflow }: { workflow: TechWorkflow | null | undefined }) {
  const { me } = useSession()
  const save = useCall(techWorkflows.saveProcesses, { announce: 'aloud' })
  const words = openStepsOf(workflow?.processes)
  if (!workflow || !words) return null
  const steps = stepsOf(workflow)
  const running = steps.filter(({ started_at, finished_at }) => started_at !== null && finished_at === null)
  const finish = () => {
    const at = serverInstant()
    const finished = running.reduce((all, { id }) => finishStep(all, id, me, at, false), steps)
    save.mutate({
      params: { id: workflow.id },
      body: {
        version: workflow.version,
        processes: finished.map(({ id, started_at, finished_at, user_id }) => ({
          id,
          started_at,
          finished_at,
          user_id,
        })),
      },
    })
  }
  return (
    <Note>
      <span>{words}</span>
      {workflow.can.edit && running.length > 0 && (
        <Button size="compact-sm" variant="default" loading={save.isPending} onClick={finish}>
          {running.length === 1 ? 'Finish the running step' : `Finish the ${running.length} running steps`}
        </Button>
      )}
    </Note>
  )
}
