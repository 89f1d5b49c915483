import { sql } from 'kysely'
import { presentLayout, type LayoutChoice, type Reading, type SavedLayout } from './queries/layouts.ts'

/** Returns the layout of emails that are sent now, saved under the ID it’s returned with. */
export const saveLayout = async (services: Reading, choice: LayoutChoice): Promise<SavedLayout> => {
  const { hash, html, styles } = await presentLayout(services, choice)
  // layouts belong to no school
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into email_layouts (hash, html, styles) values (${hash}, ${html}, ${JSON.stringify(styles)})
      on conflict (hash) do nothing returning id)
    select id from added union all select id from email_layouts where hash = ${hash}`.execute(services.db)
  const [row] = rows
  // two processes that save the same layout at once: the other one has committed now
  if (!row) return saveLayout(services, choice)
  return { id: row.id, html, styles }
}
