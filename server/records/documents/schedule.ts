import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'

/** Returns the time 1 hour ago. The upload of a file without a row that’s older has certainly ended. */
const hourAgo = (services: Pick<Services, 'clock'>): Date =>
  new Date(services.clock.now().getTime() - 3_600_000)

const batchSize = 500

/** Deletes files without a row: from failed transactions and crashed processes. Returns the number. */
export const sweepOrphans = async (services: Pick<Services, 'db' | 'clock' | 'files'>): Promise<number> => {
  let swept = 0
  let names: string[] = []
  const sweep = async (): Promise<void> => {
    // scope: all schools; returns only names of files without a row
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as kept(name)
      where not exists (select from student_files f where f.stored_name = kept.name)
        and not exists (select from form_files f where f.stored_name = kept.name)
        and not exists (select from school_files f where f.stored_name = kept.name)`.execute(services.db)
    for (const { name } of rows) await services.files.delete(name)
    swept += rows.length
    names = []
  }
  for (const module of ['documents', 'schools'])
    for await (const name of services.files.list(module, hourAgo(services))) {
      names.push(name)
      if (names.length >= batchSize) await sweep()
    }
  await sweep()
  return swept
}
