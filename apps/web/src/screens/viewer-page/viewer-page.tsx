import { useEffect } from 'react'
import { ViewerFrame } from '../../ui/viewer-frame.tsx'
import { useSession } from '../../lib/session.tsx'
import styles from './viewer-page.module.css'

interface Props {
  viewerId: string
  orgId: string
  name: string
}

/** A scene in the whole window; the case's organization becomes the current one (`organizations/current`). */
export function ViewerPage({ viewerId, orgId, name }: Props) {
  const { me, organization, switchOrganization } = useSession()
  const id = Number(orgId)
  useEffect(() => {
    if (organization?.id !== id && me.organizations.some((membership) => membership.id === id)) switchOrganization(id)
  }, [id, organization, me, switchOrganization])
  return (
    <div className={styles.page}>
      <ViewerFrame key={viewerId} viewerId={viewerId} title={`3D view of case ${name}`} fill />
    </div>
  )
}
