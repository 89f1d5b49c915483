import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { doEach } from '#server/platform/lib/do-each.ts'

/** Returns the time 1 hour ago. The upload of a file without a row that’s older has certainly ended. */
const hourAgo = (services: Pick<Services, 'clock'>): Date =>
  new Date(services.clock.now().getTime() - 3_600_000)

const batchSize = 500

type Sweeping = Pick<Services, 'db' | 'clock' | 'files' | 'log' | 'databaseTrouble'>

/** Deletes files without a row: from failed transactions and crashed processes. */
export const sweepOrphans = (services: Sweeping): Promise<unknown> =>
  doEach(
    services,
    'Stored files without a row weren’t deleted. Retrying.',
    ['documents', 'schools'].map((module) => [module, module]),
    (module) => sweepModule(services, module),
  )

const sweepModule = async (services: Sweeping, module: string): Promise<void> => {
  let names: string[] = []
  const sweep = async (): Promise<void> => {
    // scope: all schools; returns only names of files without a row
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as kept(name)
      where not exists (select from student_files f where f.stored_name = kept.name)
        and not exists (select from form_files f where f.stored_name = kept.name)
        and not exists (select from school_files f where f.stored_name = kept.name)`.execute(services.db)
    await doEach(
      services,
      'A stored file without a row wasn’t deleted. Retrying.',
      rows.map(({ name }) => [name, name]),
      (name) => services.files.delete(name),
    )
    names = []
  }
  for await (const name of services.files.list(module, hourAgo(services))) {
    names.push(name)
    if (names.length >= batchSize) await sweep()
  }
  await sweep()
}
