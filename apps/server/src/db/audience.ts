import { sql } from 'kysely'

/**
 * The open pages that hear of an activity, as a fragment of the statement of `record()`: of an organization's record those
 * of its people and of its partner's, of a person those of every organization that the person is in, and the person's own.
 * Whose a case is, `case-core` knows. Returns (kind, name, payload) from `activities`.
 */
export const eventsOfOrganizations = sql`
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'partner', o.third_party_partner_id) || a.receivers
    from activities a left join organizations o on o.id = a.organization_id where a.receivers is not null
    union all
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'organization_id', o.id, 'partner', o.third_party_partner_id)
    from activities a join memberships m on m.user_id = a.id join organizations o on o.id = m.organization_id where a.audience = 'colleagues'
    union all
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'user_id', a.id) from activities a where a.audience = 'colleagues'`
