import { sql } from 'kysely'
import type { House } from '../context.ts'

/** After this a file without a row is nobody's: its upload was over long ago. */
const hourAgo = (house: Pick<House, 'clock'>): Date => new Date(house.clock.now().getTime() - 3_600_000)

const batchSize = 500

/** Removes files that no row knows: of transactions that failed, and of processes that died. Answers how many. */
export const sweepOrphans = async (house: Pick<House, 'db' | 'clock' | 'files'>): Promise<number> => {
  let swept = 0
  let names: string[] = []
  const sweep = async (): Promise<void> => {
    // scope: of every school; answers only names of files that no row knows
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as kept(name)
      where not exists (select from student_files f where f.stored_name = kept.name)
        and not exists (select from school_files f where f.stored_name = kept.name)`.execute(house.db)
    for (const { name } of rows) await house.files.delete(name)
    swept += rows.length
    names = []
  }
  for (const room of ['documents', 'schools'])
    for await (const name of house.files.list(room, hourAgo(house))) {
      names.push(name)
      if (names.length >= batchSize) await sweep()
    }
  await sweep()
  return swept
}
