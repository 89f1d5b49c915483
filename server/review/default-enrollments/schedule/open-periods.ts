import type { Services } from '#server/platform/context.ts'

/** An open policy year of a school that isn’t archived. */
export interface OpenPeriod {
  readonly id: number
  readonly school_id: number
}

/** Returns the open policy years of all schools that haven’t ended. Students’ deadlines can be before the start. */
export const listOpenPeriods = ({ db }: Pick<Services, 'db'>, today: string): Promise<OpenPeriod[]> =>
  // scope: the system’s daily work in every school
  db
    .selectFrom('periods')
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(['periods.id', 'periods.school_id'])
    .where('periods.deleted_at', 'is', null)
    .where('schools.archived_at', 'is', null)
    .where('periods.state', '=', 'open')
    .where('periods.ends_on', '>=', today)
    .orderBy('periods.id')
    .execute()
